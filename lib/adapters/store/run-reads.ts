import type { Ledger } from '../../core/port/ledger.ts';
import type { Database } from './database.ts';
import { textAt } from './row.ts';
import { readRun } from './run-rows.ts';

/** What there is to do. Each is answered from its own partial index: no table of runs is ever walked. */
export const listQueries = {
  waiting: 'SELECT run FROM run WHERE slot = ? AND waiting = 1 AND run <> ? ORDER BY position',
  due: 'SELECT run FROM run WHERE due_at <= ? ORDER BY due_at, position LIMIT ?',
  unpublished: 'SELECT run FROM run WHERE published < entries ORDER BY position LIMIT ?',
} as const;

type RunReads = Pick<Ledger, 'byRun' | 'byHash' | 'byIssue' | 'waitingInSlot' | 'due' | 'unpublished'>;

/** What reads runs. Lists answer ids only. */
export function sqliteRunReads(database: Database): RunReads {
  const ids = (sql: string, ...bound: ReadonlyArray<string | number>): readonly string[] =>
    database.all(sql, ...bound).map((row) => textAt(row, 'run'));
  return {
    async byRun({ run }) {
      return readRun(database, database.one('SELECT * FROM run WHERE run = ?', run));
    },
    async byHash({ hash }) {
      return readRun(database, database.one('SELECT * FROM run WHERE hash = ?', hash));
    },
    async byIssue({ repositoryId, issueNumber }) {
      const row = database.one(
        'SELECT * FROM run WHERE repository_id = ? AND issue_number = ? ORDER BY position DESC LIMIT 1',
        repositoryId,
        issueNumber,
      );
      return readRun(database, row);
    },
    async waitingInSlot({ slot, except }) {
      return ids(listQueries.waiting, slot, except);
    },
    async due({ now, limit }) {
      return ids(listQueries.due, now, limit);
    },
    async unpublished({ limit }) {
      return ids(listQueries.unpublished, limit);
    },
  };
}
