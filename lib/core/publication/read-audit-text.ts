import type { Head } from '../audit/entry.ts';
import { isDigest } from '../json/digest.ts';
import type { HeadSignature } from './audit-text.ts';

/** The three lines for machines of one check run's text. Nothing of them is verified yet. */
export interface AuditLines {
  readonly run: string;
  /** Where the chain ends, as far as the whole run's or a part's check run tells. */
  readonly head: Head;
  readonly signature: HeadSignature | null;
  /** How many entries the packed lines hold. */
  readonly count: number;
  /** Base64url of the deflated lines; null where there are none. */
  readonly packed: string | null;
}

const headLine = /^countersign:head:v1 ([!-~]{1,200}) (0|[1-9][0-9]{0,5}) ([0-9a-f]{64}|-)$/;
const signatureLine = /^countersign:signature:v1 ([A-Za-z0-9_-]{43}) ([A-Za-z0-9_-]{86})$/;
const unsignedLine = 'countersign:unsigned:v1';
const entriesLine = /^countersign:entries:v1 (0|[1-9][0-9]{0,5}) ([A-Za-z0-9_-]+)$/;

/** Reads what `renderAuditText` writes for machines: three lines in a row, once. Null for anything else. */
export function readAuditText(text: string): AuditLines | null {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('countersign:'));
  const later = lines.findIndex((line, index) => index > at + 2 && line.startsWith('countersign:'));
  const head = headLine.exec(lines[at] ?? '');
  const signed = lines[at + 1] ?? '';
  const signature = signatureLine.exec(signed);
  const entries = entriesLine.exec(lines[at + 2] ?? '');
  if (later !== -1 || head === null || entries === null) return null;
  if (signature === null && signed !== unsignedLine) return null;
  // A pattern that matched has all of its groups.
  const [run, count, digest] = [String(head[1]), Number(head[2]), String(head[3])];
  const [carried, packed] = [Number(entries[1]), String(entries[2])];
  const isEmpty = carried === 0;
  if (isEmpty !== (packed === '-') || (count === 0) === isDigest(digest)) return null;
  return {
    run,
    head: { count, digest: digest === '-' ? null : digest },
    signature: signature === null ? null : { keyId: String(signature[1]), value: String(signature[2]) },
    count: carried,
    packed: isEmpty ? null : packed,
  };
}
