import type { IssueRef, Ledger, StoredRun } from '../../../core/port/ledger.ts';
import type { Bound, Row } from '../database.ts';
import { countAt, startersAt, textAt, textOrNullAt } from '../row.ts';
import { readRun } from '../run-rows.ts';
import type { PostgresDatabase } from './database.ts';

/** What there is to do. Each is answered from its own partial index: no table of runs is ever walked. */
export const listQueries = {
  waiting: 'SELECT run FROM countersign.run WHERE slot = $1 AND waiting = 1 AND run <> $2 ORDER BY position',
  due: 'SELECT repository_id, installation, issue_number FROM countersign.run WHERE due_at <= $1 ORDER BY due_at, position LIMIT $2',
  dueOf:
    'SELECT run FROM countersign.run WHERE repository_id = $1 AND issue_number = $2 AND (due_at <= $3 OR published < entries OR (open = 0 AND exported < entries)) ORDER BY position',
  unpublished:
    'SELECT repository_id, installation, issue_number FROM countersign.run WHERE published < entries ORDER BY position LIMIT $1',
  unexported:
    'SELECT repository_id, installation, issue_number FROM countersign.run WHERE open = 0 AND published = entries AND exported < entries ORDER BY position LIMIT $1',
  openRepositories: `SELECT DISTINCT ON (repository_id COLLATE "C") repository_id, installation, run FROM countersign.run
     WHERE open = 1 AND repository_id COLLATE "C" > $1 ORDER BY repository_id COLLATE "C", position LIMIT $2`,
} as const;

// One statement, so that row and entries are of one moment. Entries are canonical JSON: no line feed is in them.
export const runWith: string = `SELECT run.*, (
    SELECT string_agg(entry, E'\\n' ORDER BY seq) FROM countersign.event WHERE event.run = run.run
  ) AS texts FROM countersign.run`;

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

/** The stored texts of the entries of a row that `runWith` selected. */
export function textsOf(row: Row): readonly string[] {
  return textOrNullAt(row, 'texts')?.split('\n') ?? [];
}

/** What reads runs. Lists answer ids only. */
export function postgresRunReads(database: PostgresDatabase): RunReads {
  const find = async (where: string, ...bound: readonly Bound[]): Promise<StoredRun | null> => {
    const row = await database.one(`${runWith} ${where}`, ...bound);
    return row === null ? null : readRun(row, textsOf(row));
  };
  const ids = async (sql: string, ...bound: readonly Bound[]): Promise<readonly string[]> =>
    (await database.all(sql, ...bound)).map((row) => textAt(row, 'run'));
  const refs = async (sql: string, ...bound: readonly Bound[]): Promise<readonly IssueRef[]> =>
    (await database.all(sql, ...bound)).map((row) => ({
      installation: textAt(row, 'installation'),
      issue: `${textAt(row, 'repository_id')}#${countAt(row, 'issue_number')}`,
    }));
  return {
    byRun: ({ run }) => find('WHERE run.run = $1', run),
    byHash: ({ hash }) => find('WHERE hash = $1', hash),
    byIssue: ({ repositoryId, issueNumber }) =>
      find(
        'WHERE repository_id = $1 AND issue_number = $2 ORDER BY position DESC LIMIT 1',
        repositoryId,
        issueNumber,
      ),
    waitingInSlot: ({ slot, except }) => ids(listQueries.waiting, slot, except),
    due: ({ now, limit }) => refs(listQueries.due, now, limit),
    dueOf({ issue, now }) {
      const [repositoryId = '', number = ''] = issue.split('#');
      return ids(listQueries.dueOf, repositoryId, Number(number), now);
    },
    unpublished: ({ limit }) => refs(listQueries.unpublished, limit),
    unexported: ({ limit }) => refs(listQueries.unexported, limit),
    async acceptedSince({ repositoryId, since }) {
      const sql = 'SELECT starters FROM countersign.acceptance WHERE repository_id = $1 AND at > $2';
      return (await database.all(sql, repositoryId, since)).map(startersAt);
    },
    async openRepositories({ after, limit }) {
      const rows = await database.all(listQueries.openRepositories, after ?? '', limit);
      return rows.map((row) => ({
        repositoryId: textAt(row, 'repository_id'),
        installation: textAt(row, 'installation'),
        run: textAt(row, 'run'),
      }));
    },
  };
}
