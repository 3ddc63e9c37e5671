import type { Entry, Head } from '../../core/audit/entry.ts';
import { entryLines } from '../../core/audit/lines.ts';
import { checkWritten } from './chain.ts';
import type { Database } from './database.ts';
import { countAt, textAt } from './row.ts';

// With `run = ?` and an order, SQLite would prepare these anew each time (the value might make the order
// needless), which takes six times as long as the answer. Ranges are the same rows.

/** The stored text of every entry of a run, in order. */
export function entryTexts(database: Database, run: string): readonly string[] {
  return database
    .all('SELECT entry FROM event WHERE run BETWEEN ? AND ? ORDER BY run, seq', run, run)
    .map((row) => textAt(row, 'entry'));
}

/** Writes entries behind a head and reads them back before anything commits. Answers the new head. */
export function writeEntries(database: Database, run: string, head: Head, entries: readonly Entry[]): Head {
  for (const entry of entries) {
    database.run('INSERT INTO event (run, seq, entry) VALUES (?, ?, ?)', run, entry.seq, entryLines([entry]));
  }
  const rows = database.all(
    'SELECT seq, entry FROM event WHERE (run, seq) >= (?, ?) AND run <= ? ORDER BY run, seq',
    run,
    Math.max(head.count - 1, 0),
    run,
  );
  const stored = rows.map((row) => ({ seq: countAt(row, 'seq'), text: textAt(row, 'entry') }));
  return checkWritten(run, head, entries, stored);
}
