import { emptyHead } from '../../core/audit/entry.ts';
import type { EffectKey, Ledger, OpenRun } from '../../core/port/ledger.ts';
import { acceptanceOf } from '../../core/run/acceptance.ts';
import { isTerminal } from '../../core/run/state.ts';
import { headAfter } from './chain.ts';
import type { Database } from './database.ts';
import { writeEntries } from './entries.ts';
import { StoreFault } from './fault.ts';
import { countAt, textAt } from './row.ts';
import { fixedBound, fixedColumns, stateBound, stateColumns } from './run-rows.ts';

type RunWrites = Pick<Ledger, 'open' | 'append' | 'restore' | 'markPublished' | 'markExported'>;

const insertRun = insertInto('run', [...fixedColumns, 'entries', 'head', ...stateColumns]);

const insertAcceptance = insertInto('acceptance', ['run', 'repository_id', 'at', 'starters']);

const updateRun = `UPDATE run SET ${['entries', 'head', ...stateColumns].map((name) => `${name} = ?`).join(', ')} WHERE run = ?`;

/** What changes runs. Each method is one transaction. */
export function sqliteRunWrites(database: Database): RunWrites {
  return {
    async open(run) {
      return database.transaction(() => refusalOf(database, run) ?? insert(database, run, 'opened'));
    },
    async restore(run) {
      const { effect } = run;
      return database.transaction(() => {
        const refusal = refusalOf(database, run);
        if (refusal !== null) return refusal;
        if (effect !== null && holderOf(database, effect) !== null) return 'effect_taken';
        const answer = insert(database, run, 'restored');
        if (effect !== null) takeEffect(database, run.run, effect);
        database.run('UPDATE run SET published = ? WHERE run = ?', run.published, run.run);
        return answer;
      });
    },
    async append({ run, expected, entries, row, effect }) {
      return database.transaction(() => {
        const stored = database.one('SELECT entries, head FROM run WHERE run = ?', run);
        if (stored === null) throw new StoreFault('ledger_failed', `There is no run ${run} in the ledger.`);
        if (countAt(stored, 'entries') !== expected) return 'conflict';
        if (effect !== undefined && !takeEffect(database, run, effect)) return 'effect_taken';
        const head = writeEntries(
          database,
          run,
          { count: expected, digest: textAt(stored, 'head') },
          entries,
        );
        database.run(updateRun, head.count, head.digest, ...stateBound(row), run);
        return 'appended';
      });
    },
    async markPublished({ run, count }) {
      database.run('UPDATE run SET published = ? WHERE run = ? AND published < ?', count, run, count);
    },
    async markExported({ run, count }) {
      database.run('UPDATE run SET exported = ? WHERE run = ? AND exported < ?', count, run, count);
    },
  };
}

/** Why a run cannot be started here, or null. */
function refusalOf(database: Database, run: OpenRun): 'known' | 'origin_open' | null {
  if (database.one('SELECT 1 AS known FROM run WHERE run = ? OR hash = ?', run.run, run.hash) !== null)
    return 'known';
  return !isTerminal(run.row.state) && originIsOpen(database, run) ? 'origin_open' : null;
}

function insert<Answer>(database: Database, run: OpenRun, answer: Answer): Answer {
  const head = headAfter(run.entries);
  database.run(insertRun, ...fixedBound(run), head.count, head.digest, ...stateBound(run.row));
  writeEntries(database, run.run, emptyHead, run.entries);
  const acceptance = acceptanceOf(run.entries);
  if (acceptance !== null)
    database.run(insertAcceptance, run.run, run.repositoryId, acceptance.at, acceptance.starters.join(' '));
  return answer;
}

function originIsOpen(database: Database, { origin }: OpenRun): boolean {
  return database.one('SELECT 1 AS taken FROM run WHERE origin = ? AND open = 1', origin) !== null;
}

/** Whether the key is this run's now. A run that lost its approvals and got new ones holds its key already. */
function takeEffect(database: Database, run: string, key: EffectKey): boolean {
  const bound = [key.repositoryId, key.actionType, key.idempotencyKey];
  const fresh = database.run(
    `${insertInto('effect', ['repository_id', 'action_type', 'idempotency_key', 'run'])} ON CONFLICT DO NOTHING`,
    ...bound,
    run,
  );
  return fresh === 1 || holderOf(database, key) === run;
}

function holderOf(database: Database, key: EffectKey): string | null {
  const holder = database.one(
    'SELECT run FROM effect WHERE repository_id = ? AND action_type = ? AND idempotency_key = ?',
    key.repositoryId,
    key.actionType,
    key.idempotencyKey,
  );
  return holder === null ? null : textAt(holder, 'run');
}

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}
