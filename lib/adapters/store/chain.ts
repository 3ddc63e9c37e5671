import { digestEntry, headOfAll, verifyChain, type Entry, type Head } from '../../core/audit/entry.ts';
import { parseEntry } from '../../core/audit/parse.ts';
import { parseJson } from '../../core/json/parse.ts';
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
  const fault = verifyChain(entries, head);
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
  const stored = readBack.map(({ seq, text }) => ({ seq, entry: readEntry(text) }));
  const fresh = head.count === 0 ? stored : stored.slice(1);
  if (head.count > 0 && stored[0]?.entry.digest !== head.digest)
    throw damaged(run, head.count - 1, 'head_differs');
  if (fresh.length !== written.length) throw damaged(run, head.count, 'entry_out_of_order');
  let previous = head;
  for (const [index, { seq, entry }] of fresh.entries()) {
    if (seq !== previous.count || entry.seq !== seq) throw damaged(run, seq, 'entry_out_of_order');
    if (entry.run !== run) throw damaged(run, seq, 'entry_of_other_run');
    if (entry.previous !== previous.digest) throw damaged(run, seq, 'entry_unlinked');
    if (entry.digest !== written[index]?.digest) throw damaged(run, seq, 'entry_digest_wrong');
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

function readEntry(stored: string): Entry {
  const parsed = parseJson(stored);
  const entry = parsed.ok ? parseEntry(parsed.value) : parsed;
  if (!entry.ok)
    throw new StoreFault('ledger_corrupt', 'The ledger holds an entry that this version cannot read.');
  if (digestEntry(entry.value) !== entry.value.digest)
    throw new StoreFault('ledger_corrupt', 'The ledger holds an entry whose digest is wrong.');
  return entry.value;
}

function damaged(run: string, seq: number, code: string): StoreFault {
  return new StoreFault('ledger_corrupt', `The chain of run ${run} does not hold at entry ${seq}: ${code}.`);
}
