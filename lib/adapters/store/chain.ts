import { entryText, headOfAll, verifyLinks, type Entry, type Head } from '../../core/audit/entry.ts';
import { parseEntry } from '../../core/audit/parse.ts';
import { digestText } from '../../core/json/digest.ts';
import { parseJson } from '../../core/json/parse.ts';
import type { JsonValue } from '../../core/json/value.ts';
import { StoreFault } from './fault.ts';

/** An entry as it stands in the store. */
export interface StoredEntry {
  readonly seq: number;
  /** Canonical text. */
  readonly text: string;
}

/** Every entry of a run from its stored texts, with the whole chain verified up to the head that the run's row holds. */
export function readChain(run: string, texts: readonly string[], head: Head): readonly Entry[] {
  const entries = texts.map(readEntry);
  const fault = verifyLinks(entries, head);
  if (fault !== null || entries[0]?.run !== run)
    throw damaged(run, fault?.seq ?? 0, fault?.code ?? 'entry_of_other_run');
  return entries;
}

/**
 * Compares what was read back, the entry at the old head first, with what was written behind that head: a
 * flipped bit must not become the base of a chain. Answers the new head.
 */
export function checkWritten(
  run: string,
  head: Head,
  written: readonly Entry[],
  readBack: readonly StoredEntry[],
): Head {
  const [base] = readBack;
  if (head.count > 0 && (base === undefined || readEntry(base.text).digest !== head.digest))
    throw damaged(run, head.count - 1, 'head_differs');
  const fresh = head.count === 0 ? readBack : readBack.slice(1);
  if (fresh.length !== written.length) throw damaged(run, head.count, 'entry_out_of_order');
  let previous = head;
  for (const [index, { seq, text }] of fresh.entries()) {
    const entry = written[index];
    if (entry === undefined || seq !== previous.count || entry.seq !== seq)
      throw damaged(run, seq, 'entry_out_of_order');
    if (entry.run !== run) throw damaged(run, seq, 'entry_of_other_run');
    if (entry.previous !== previous.digest) throw damaged(run, seq, 'entry_unlinked');
    if (text !== entryText(entry)) throw damaged(run, seq, 'entry_digest_wrong');
    remember(text, checked(entry, text));
    previous = { count: seq + 1, digest: entry.digest };
  }
  return previous;
}

/** The head after these entries; they must be at least one. */
export function headAfter(entries: readonly Entry[]): Head & { readonly digest: string } {
  const { count, digest } = headOfAll(entries);
  if (digest === null) throw new TypeError('a run has at least one entry');
  return { count, digest };
}

/** How much text is remembered with the entry that it was found to be, in UTF-16 code units: some thousand entries. */
const maxKnown = 4_000_000;

const known = new Map<string, Entry>();
let knownLength = 0;

/** Remembers what a text was found to be, and forgets what is known for longest. The same text is the same entry. */
function remember(text: string, entry: Entry): Entry {
  if (!known.has(text)) knownLength += text.length;
  known.set(text, entry);
  for (const oldest of known.keys()) {
    if (knownLength <= maxKnown) break;
    known.delete(oldest);
    knownLength -= oldest.length;
  }
  return entry;
}

function readEntry(stored: string): Entry {
  const before = known.get(stored);
  if (before !== undefined) return before;
  const parsed = parseJson(stored);
  if (!parsed.ok) throw unreadable();
  return remember(stored, checked(parsed.value, stored));
}

/** The entry that a value is, whose canonical text is given, when it reads strictly and fits its digest. */
function checked(value: JsonValue | Entry, text: string): Entry {
  // An entry is plain JSON by its type, which has no index signature.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const entry = parseEntry(value as JsonValue);
  if (!entry.ok) throw unreadable();
  const { digest } = entry.value;
  // Nothing before it can hold the entry's own digest. A text that is not canonical does not fit, either.
  if (digestText(text.replace(`,"digest":"${digest}"`, '')) !== digest)
    throw new StoreFault('ledger_corrupt', 'The ledger holds an entry whose digest is wrong.');
  return entry.value;
}

function unreadable(): StoreFault {
  return new StoreFault('ledger_corrupt', 'The ledger holds an entry that this version cannot read.');
}

function damaged(run: string, seq: number, code: string): StoreFault {
  return new StoreFault('ledger_corrupt', `The chain of run ${run} does not hold at entry ${seq}: ${code}.`);
}
