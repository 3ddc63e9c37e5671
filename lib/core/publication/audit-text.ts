import { entryLines } from '../audit/lines.ts';
import type { Entry, Head } from '../audit/entry.ts';
import { fence } from '../evidence/fence.ts';
import { utf8Length } from '../json/utf8.ts';
import { counted } from './words.ts';

/** The App's signature over the head document, and the key that made it; null where it could not be made. */
export interface HeadSignature {
  readonly keyId: string;
  /** Base64url. */
  readonly value: string;
}

/** A run’s entries as text, as many from the first as fit. */
export interface AuditText {
  readonly text: string;
  /** How many entries, from the first, the text carries. Fewer than there are: the rest needs another place. */
  readonly carried: number;
}

/**
 * The part of the check run that machines read: the signed head of the chain, and the entries
 * themselves, packed. Where not all of them fit into `maxBytes` UTF-8 bytes (at least 2,000), it
 * carries as many as do and says so.
 */
export function renderAuditText(audit: {
  readonly run: string;
  readonly head: Head;
  readonly entries: readonly Entry[];
  readonly signature: HeadSignature | null;
  /** Packs lines of canonical JSON into base64url; more lines never pack into much less. */
  readonly pack: (lines: string) => string;
  readonly maxBytes: number;
}): AuditText {
  const { entries, maxBytes } = audit;
  const all = compose(audit, entries.length);
  if (utf8Length(all) <= maxBytes) return { text: all, carried: entries.length };
  let fits = 0;
  let limit = entries.length - 1;
  while (fits < limit) {
    const middle = Math.ceil((fits + limit) / 2);
    if (utf8Length(compose(audit, middle)) <= maxBytes) fits = middle;
    else limit = middle - 1;
  }
  return { text: compose(audit, fits), carried: fits };
}

function compose(
  { run, head, entries, signature, pack }: Parameters<typeof renderAuditText>[0],
  carried: number,
): string {
  const signed =
    signature === null
      ? 'countersign:unsigned:v1'
      : `countersign:signature:v1 ${signature.keyId} ${signature.value}`;
  const packed = carried === 0 ? '-' : pack(entryLines(entries.slice(0, carried)));
  const missing = entries.length - carried;
  return [
    `**Audit: ${counted(entries.length, 'entry', 'entries')}.** Three lines for machines: the head of the chain (run, count, digest); this App’s signature over it (key, value); the entries, one a line of canonical JSON, deflated, as base64url.`,
    ...(missing === 0
      ? []
      : [
          `**Only the first ${carried} of ${counted(entries.length, 'entry', 'entries')} fit here;** the ledger’s export holds all of them.`,
        ]),
    fence(
      [
        `countersign:head:v1 ${run} ${head.count} ${head.digest ?? '-'}`,
        signed,
        `countersign:entries:v1 ${carried} ${packed}`,
      ].join('\n'),
      'text',
    ),
  ].join('\n\n');
}
