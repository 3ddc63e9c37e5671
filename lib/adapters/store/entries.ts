import { digestEntry, headOfAll, verifyChain, type Entry, type Head } from '../../core/audit/entry.ts';
import { entryLines } from '../../core/audit/lines.ts';
import { parseEntry } from '../../core/audit/parse.ts';
import { parseJson } from '../../core/json/parse.ts';
import type { Database } from './database.ts';
import { StoreFault } from './fault.ts';
import { countAt, textAt } from './row.ts';

/** Every entry of a run, with its whole chain verified up to the head that the run's row holds. */
export function readEntries(database: Database, run: string, head: Head): readonly Entry[] {
  const rows = database.all('SELECT seq, entry FROM event WHERE run = ? ORDER BY seq', run);
  const entries = rows.map((row) => readEntry(textAt(row, 'entry')));
  const fault = verifyChain(entries, head);
  if (fault !== null || entries[0]?.run !== run)
    throw damaged(run, fault?.seq ?? 0, fault?.code ?? 'entry_of_other_run');
  return entries;
}

/**
 * Writes entries behind a head and reads them back, with the one they link to, before anything commits:
 * a flipped bit must not become the base of a chain. Answers the new head.
 */
export function writeEntries(database: Database, run: string, head: Head, entries: readonly Entry[]): Head {
  for (const entry of entries) {
    database.run('INSERT INTO event (run, seq, entry) VALUES (?, ?, ?)', run, entry.seq, entryLines([entry]));
  }
  const rows = database.all(
    'SELECT seq, entry FROM event WHERE run = ? AND seq >= ? ORDER BY seq',
    run,
    Math.max(head.count - 1, 0),
  );
  const stored = rows.map((row) => ({ seq: countAt(row, 'seq'), entry: readEntry(textAt(row, 'entry')) }));
  const fresh = head.count === 0 ? stored : stored.slice(1);
  if (head.count > 0 && stored[0]?.entry.digest !== head.digest)
    throw damaged(run, head.count - 1, 'head_differs');
  if (fresh.length !== entries.length) throw damaged(run, head.count, 'entry_out_of_order');
  let previous = head;
  for (const [index, { seq, entry }] of fresh.entries()) {
    if (seq !== previous.count || entry.seq !== seq) throw damaged(run, seq, 'entry_out_of_order');
    if (entry.run !== run) throw damaged(run, seq, 'entry_of_other_run');
    if (entry.previous !== previous.digest) throw damaged(run, seq, 'entry_unlinked');
    if (entry.digest !== entries[index]?.digest) throw damaged(run, seq, 'entry_digest_wrong');
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
