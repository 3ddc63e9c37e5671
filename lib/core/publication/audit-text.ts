import { entryLines } from '../audit/lines.ts';
import { entryText, type Entry, type Head } from '../audit/entry.ts';
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

/** Packs lines of canonical JSON into base64url; more lines never pack into much less. */
export type PackLines = (lines: string) => string;

/** What one place carries at most: packed, with room for the words around it, and unpacked, as a codec inflates. */
const maxPackedBytes = 64_000;
const maxLinesBytes = 1_000_000;

/** What fits however badly it packs: deflate adds some bytes at worst, base64url a third. */
const alwaysFitsBytes = 46_000;

/**
 * How many of the entries, from the first, one place carries. It keeps clear of the cap, so that what fitted
 * when a place was full still fits when the words around it have grown by some digits.
 */
export function countFitting(entries: readonly Entry[], pack: PackLines): number {
  return most(entries.length, (count) => {
    const some = entries.slice(0, count);
    // Each line with its line feed; the last one has none.
    const bytes = some.reduce((sum, entry) => sum + utf8Length(entryText(entry)) + 1, -1);
    if (bytes <= alwaysFitsBytes) return true;
    return bytes <= maxLinesBytes && pack(entryLines(some)).length <= maxPackedBytes;
  });
}

/**
 * The part of the check run that machines read: the signed head of the chain, and the entries
 * themselves, packed. Where not all of them fit into `maxBytes` UTF-8 bytes (at least 2,000), it
 * carries as many as do, or those that have their place here, and says so.
 */
export function renderAuditText(audit: {
  readonly run: string;
  readonly head: Head;
  readonly entries: readonly Entry[];
  readonly signature: HeadSignature | null;
  readonly pack: PackLines;
  readonly maxBytes: number;
  /** How many of the entries, from the first, have their place here; all of them where it is left out. */
  readonly carries?: number;
}): AuditText {
  const { entries, maxBytes } = audit;
  const wanted = audit.carries ?? entries.length;
  // What fits is what was tried last, most often at once: packing is the dear part.
  let last = { carried: 0, text: '' };
  const carried = most(wanted, (count) => {
    last = { carried: count, text: compose(audit, count) };
    return utf8Length(last.text) <= maxBytes;
  });
  return last.carried === carried ? last : { text: compose(audit, carried), carried };
}

/**
 * What a further check run carries: entries in their order, behind those of the place before, and where the
 * chain stood behind the last of them, signed.
 */
export function renderAuditPart(part: {
  readonly run: string;
  readonly head: Head;
  /** At least one. */
  readonly entries: readonly Entry[];
  readonly signature: HeadSignature | null;
  readonly pack: PackLines;
}): string {
  const { entries, pack } = part;
  const numbers = entries.map(({ seq }) => seq);
  const words = `**Audit, continued: entries ${String(numbers.at(0))} to ${String(numbers.at(-1))}.** ${machineWords('behind the last of them')}`;
  return [words, machineLines(part, entries.length, pack(entryLines(entries)))].join('\n\n');
}

function compose(audit: Parameters<typeof renderAuditText>[0], carried: number): string {
  const { entries, pack } = audit;
  const packed = carried === 0 ? '-' : pack(entryLines(entries.slice(0, carried)));
  const all = counted(entries.length, 'entry', 'entries');
  return [
    `**Audit: ${all}.** ${machineWords()}`,
    ...(carried === entries.length
      ? []
      : [
          `**Only the first ${carried} of ${all} fit here;** further check runs of this App on the same commit carry the others.`,
        ]),
    machineLines(audit, carried, packed),
  ].join('\n\n');
}

function machineWords(where: string = ''): string {
  const head = `the head of the chain${where === '' ? '' : ` ${where}`} (run, count, digest)`;
  return `Three lines for machines: ${head}; this App’s signature over it (key, value); the entries, one a line of canonical JSON, deflated, as base64url.`;
}

function machineLines(
  { run, head, signature }: Pick<Parameters<typeof renderAuditText>[0], 'run' | 'head' | 'signature'>,
  count: number,
  packed: string,
): string {
  const signed =
    signature === null
      ? 'countersign:unsigned:v1'
      : `countersign:signature:v1 ${signature.keyId} ${signature.value}`;
  const lines = [
    `countersign:head:v1 ${run} ${head.count} ${head.digest ?? '-'}`,
    signed,
    `countersign:entries:v1 ${count} ${packed}`,
  ];
  return fence(lines.join('\n'), 'text');
}

/** The largest count up to `limit` that fits. Most often that is `limit` itself. */
function most(limit: number, fits: (count: number) => boolean): number {
  if (fits(limit)) return limit;
  let [low, high] = [0, limit - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
