import type { IssueRef, Ledger, StoredRun } from '../../core/port/ledger.ts';
import type { Bound, Database } from './database.ts';
import { entryTexts } from './entries.ts';
import { countAt, startersAt, textAt } from './row.ts';
import { readRun } from './run-rows.ts';

/** What there is to do. Each is answered from its own partial index: no table of runs is ever walked. */
export const listQueries = {
  waiting: 'SELECT run FROM run WHERE slot = ? AND waiting = 1 AND run <> ? ORDER BY position',
  due: 'SELECT repository_id, installation, issue_number FROM run WHERE due_at <= ? ORDER BY due_at, position LIMIT ?',
  dueOf:
    'SELECT position, run FROM run WHERE repository_id = ? AND issue_number = ? AND (due_at <= ? OR published < entries OR (open = 0 AND exported < entries))',
  unpublished:
    'SELECT repository_id, installation, issue_number FROM run WHERE published < entries ORDER BY position LIMIT ?',
  unexported:
    'SELECT repository_id, installation, issue_number FROM run WHERE open = 0 AND published = entries AND exported < entries ORDER BY position LIMIT ?',
  // With min(), SQLite takes the other columns from that very row.
  openRepositories:
    'SELECT repository_id, installation, run, min(position) AS oldest FROM run WHERE open = 1 AND repository_id > ? GROUP BY repository_id ORDER BY repository_id LIMIT ?',
} as const;

type RunReads = Pick<
  Ledger,
  | 'byRun'
  | 'byHash'
  | 'byIssue'
  | 'waitingInSlot'
  | 'due'
  | 'dueOf'
  | 'unpublished'
  | 'unexported'
  | 'openRepositories'
  | 'acceptedSince'
>;

/** What reads runs. Lists answer ids only. */
export function sqliteRunReads(database: Database): RunReads {
  const ids = (sql: string, ...bound: ReadonlyArray<string | number>): readonly string[] =>
    database.all(sql, ...bound).map((row) => textAt(row, 'run'));
  const refs = (sql: string, ...bound: readonly number[]): readonly IssueRef[] =>
    database.all(sql, ...bound).map((row) => ({
      installation: textAt(row, 'installation'),
      issue: `${textAt(row, 'repository_id')}#${countAt(row, 'issue_number')}`,
    }));
  // The row and the entries of one moment: another process reads while the App writes.
  const read = (sql: string, ...bound: readonly Bound[]): StoredRun | null =>
    database.snapshot(() => {
      const row = database.one(sql, ...bound);
      return row === null ? null : readRun(row, entryTexts(database, textAt(row, 'run')));
    });
  return {
    async byRun({ run }) {
      return read('SELECT * FROM run WHERE run = ?', run);
    },
    async byHash({ hash }) {
      return read('SELECT * FROM run WHERE hash = ?', hash);
    },
    async byIssue({ repositoryId, issueNumber }) {
      return read(
        'SELECT * FROM run WHERE repository_id = ? AND issue_number = ? ORDER BY position DESC LIMIT 1',
        repositoryId,
        issueNumber,
      );
    },
    async waitingInSlot({ slot, except }) {
      return ids(listQueries.waiting, slot, except);
    },
    async due({ now, limit }) {
      return refs(listQueries.due, now, limit);
    },
    async dueOf({ issue, now }) {
      const [repositoryId = '', number = ''] = issue.split('#');
      // Ordered here: SQLite prepares a statement with equalities and an order anew each time.
      const rows = database.all(listQueries.dueOf, repositoryId, Number(number), now);
      return rows
        .toSorted((a, b) => countAt(a, 'position') - countAt(b, 'position'))
        .map((row) => textAt(row, 'run'));
    },
    async unpublished({ limit }) {
      return refs(listQueries.unpublished, limit);
    },
    async unexported({ limit }) {
      return refs(listQueries.unexported, limit);
    },
    async acceptedSince({ repositoryId, since }) {
      return database
        .all('SELECT starters FROM acceptance WHERE repository_id = ? AND at > ?', repositoryId, since)
        .map((row) => startersAt(row));
    },
    async openRepositories({ after, limit }) {
      return database.all(listQueries.openRepositories, after ?? '', limit).map((row) => ({
        repositoryId: textAt(row, 'repository_id'),
        installation: textAt(row, 'installation'),
        run: textAt(row, 'run'),
      }));
    },
  };
}
