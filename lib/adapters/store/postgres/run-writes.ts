import { emptyHead, type Entry, type Head } from '../../../core/audit/entry.ts';
import { entryLines } from '../../../core/audit/lines.ts';
import type { EffectKey, Ledger, OpenRun, RestoredRun } from '../../../core/port/ledger.ts';
import { acceptanceOf } from '../../../core/run/acceptance.ts';
import { checkWritten, headAfter } from '../chain.ts';
import { StoreFault } from '../fault.ts';
import { countAt, textAt } from '../row.ts';
import { fixedBound, fixedColumns, stateBound, stateColumns } from '../run-rows.ts';
import type { PostgresDatabase, Session } from './database.ts';

type RunWrites = Pick<Ledger, 'open' | 'append' | 'restore' | 'markPublished' | 'markExported'>;

const insertedColumns = [...fixedColumns, 'entries', 'head', ...stateColumns];
const insertRun = `INSERT INTO countersign.run (${insertedColumns.join(', ')})
  VALUES (${insertedColumns.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT DO NOTHING`;

const changedColumns = ['entries', 'head', ...stateColumns];
const updateRun = `UPDATE countersign.run SET ${changedColumns
  .map((name, index) => `${name} = $${index + 2}`)
  .join(', ')} WHERE run = $1`;

/** What changes runs. Each method is one transaction. */
export function postgresRunWrites(database: PostgresDatabase): RunWrites {
  return {
    open: (run) => database.transaction((session) => insert(session, run, 'opened')),
    restore: (run) => database.transaction((session) => restoreRun(session, run)),
    append: ({ run, expected, entries, row, effect }) =>
      database.transaction(async (session) => {
        // The row's lock makes the comparison and the write one step.
        const stored = await session.one(
          'SELECT entries, head FROM countersign.run WHERE run = $1 FOR UPDATE',
          run,
        );
        if (stored === null) throw new StoreFault('ledger_failed', `There is no run ${run} in the ledger.`);
        if (countAt(stored, 'entries') !== expected) return 'conflict';
        if (effect !== undefined && !(await takeEffect(session, run, effect))) return 'effect_taken';
        const before = { count: expected, digest: textAt(stored, 'head') };
        const head = await writeEntries(session, run, before, entries);
        await session.run(updateRun, run, head.count, head.digest, ...stateBound(row));
        return 'appended';
      }),
    async markPublished({ run, count }) {
      await database.run(
        'UPDATE countersign.run SET published = $2 WHERE run = $1 AND published < $2',
        run,
        count,
      );
    },
    async markExported({ run, count }) {
      await database.run(
        'UPDATE countersign.run SET exported = $2 WHERE run = $1 AND exported < $2',
        run,
        count,
      );
    },
  };
}

/** Puts a run back with its effect key, within a transaction. */
export async function restoreRun(
  session: Session,
  run: RestoredRun,
): Promise<'restored' | 'known' | 'origin_open' | 'effect_taken'> {
  const { effect } = run;
  if (effect !== null && (await holderOf(session, effect)) !== null)
    return (await refusalOf(session, run)) ?? 'effect_taken';
  const answer = await insert(session, run, 'restored');
  if (answer !== 'restored') return answer;
  // Somebody else took it since it was looked for: nothing of this run may stay.
  if (effect !== null && !(await takeEffect(session, run.run, effect)))
    throw new StoreFault('ledger_failed', `The effect key of run ${run.run} was just taken.`);
  await session.run('UPDATE countersign.run SET published = $2 WHERE run = $1', run.run, run.published);
  return answer;
}

/** Inserts a run with its entries. Unique keys decide between many at once; the answer says which one it was. */
async function insert<Answer extends string>(
  session: Session,
  run: OpenRun,
  answer: Answer,
): Promise<Answer | 'known' | 'origin_open'> {
  const head = headAfter(run.entries);
  for (;;) {
    const bound = [...fixedBound(run), head.count, head.digest, ...stateBound(run.row)];
    if ((await session.run(insertRun, ...bound)) === 1) break;
    // Whoever was in the way has committed. It may have moved on since: then the run is inserted after all.
    const refusal = await refusalOf(session, run);
    if (refusal !== null) return refusal;
  }
  await writeEntries(session, run.run, emptyHead, run.entries);
  const acceptance = acceptanceOf(run.entries);
  if (acceptance !== null)
    await session.run(
      'INSERT INTO countersign.acceptance (run, repository_id, at, starters) VALUES ($1, $2, $3, $4)',
      run.run,
      run.repositoryId,
      acceptance.at,
      acceptance.starters.join(' '),
    );
  return answer;
}

async function refusalOf(session: Session, run: OpenRun): Promise<'known' | 'origin_open' | null> {
  const known = await session.one(
    'SELECT 1 AS known FROM countersign.run WHERE run = $1 OR hash = $2 LIMIT 1',
    run.run,
    run.hash,
  );
  if (known !== null) return 'known';
  const open = await session.one(
    'SELECT 1 AS taken FROM countersign.run WHERE origin = $1 AND open = 1',
    run.origin,
  );
  return open === null ? null : 'origin_open';
}

/** Writes entries behind a head and reads them back before anything commits. Answers the new head. */
async function writeEntries(
  session: Session,
  run: string,
  head: Head,
  entries: readonly Entry[],
): Promise<Head> {
  for (const entry of entries) {
    await session.run(
      'INSERT INTO countersign.event (run, seq, entry) VALUES ($1, $2, $3)',
      run,
      entry.seq,
      entryLines([entry]),
    );
  }
  const rows = await session.all(
    'SELECT seq, entry FROM countersign.event WHERE run = $1 AND seq >= $2 ORDER BY seq',
    run,
    Math.max(head.count - 1, 0),
  );
  const stored = rows.map((row) => ({ seq: countAt(row, 'seq'), text: textAt(row, 'entry') }));
  return checkWritten(run, head, entries, stored);
}

/** Whether the key is this run's now. A run that lost its approvals and got new ones holds its key already. */
async function takeEffect(session: Session, run: string, key: EffectKey): Promise<boolean> {
  const fresh = await session.run(
    `INSERT INTO countersign.effect (repository_id, action_type, idempotency_key, run)
       VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    key.repositoryId,
    key.actionType,
    key.idempotencyKey,
    run,
  );
  return fresh === 1 || (await holderOf(session, key)) === run;
}

async function holderOf(session: Session, key: EffectKey): Promise<string | null> {
  const holder = await session.one(
    'SELECT run FROM countersign.effect WHERE repository_id = $1 AND action_type = $2 AND idempotency_key = $3',
    key.repositoryId,
    key.actionType,
    key.idempotencyKey,
  );
  return holder === null ? null : textAt(holder, 'run');
}
