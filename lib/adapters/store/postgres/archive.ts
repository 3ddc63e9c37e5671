import type { LedgerSource, LedgerTarget } from '../../../core/port/ledger-archive.ts';
import {
  pages,
  pageSize,
  readArchivedCursor,
  readArchivedDelivery,
  readArchivedRun,
} from '../archive-rows.ts';
import { countAt, textAt } from '../row.ts';
import { openDatabase, usualLimits, type HeldTransaction, type Session } from './database.ts';
import { runWith, textsOf } from './run-reads.ts';
import { restoreRun } from './run-writes.ts';
import { requireCurrent } from './schema.ts';

/** One transaction that takes as long as the file it is written to or read from. */
const limits = { ...usualLimits, connections: 2, statementMs: 600_000 };

/** The ledger of a database, to be read as a whole, also while replicas write it. Rejects with a `StoreFault`. */
export async function openPostgresSource(url: string): Promise<LedgerSource> {
  const { held, close } = await open(url, 'snapshot');
  const { session } = held;
  return {
    runs: () =>
      pages(
        0,
        (after) => session.all(`${runWith} WHERE position > $1 ORDER BY position LIMIT ${pageSize}`, after),
        async (row) => {
          const effect = await session.one(
            'SELECT * FROM countersign.effect WHERE run = $1',
            textAt(row, 'run'),
          );
          return readArchivedRun(row, textsOf(row), effect);
        },
        (row) => countAt(row, 'position'),
      ),
    deliveries: () =>
      pages(
        0,
        (after) =>
          session.all(
            `SELECT * FROM countersign.inbox WHERE position > $1 ORDER BY position LIMIT ${pageSize}`,
            after,
          ),
        readArchivedDelivery,
        (row) => countAt(row, 'position'),
      ),
    cursors: () =>
      pages(
        '',
        (after) =>
          session.all(
            `SELECT * FROM countersign.cursor WHERE name COLLATE "C" > $1 ORDER BY name COLLATE "C" LIMIT ${pageSize}`,
            after,
          ),
        readArchivedCursor,
        (row) => textAt(row, 'name'),
      ),
    close,
  };
}

/** The ledger of a database that was migrated, to be filled. Rejects with a `StoreFault`. */
export async function openPostgresTarget(url: string): Promise<LedgerTarget> {
  const { held, close } = await open(url, 'read committed');
  return { ...additions(held.session), commit: () => held.commit(), close };
}

async function open(
  url: string,
  isolation: 'snapshot' | 'read committed',
): Promise<{ readonly held: HeldTransaction; readonly close: () => Promise<void> }> {
  const database = await openDatabase(url, limits);
  try {
    await requireCurrent(database);
    const held = await database.hold(isolation);
    const close = async (): Promise<void> => {
      await held.rollback();
      await database.close();
    };
    return { held, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function additions(session: Session): Pick<LedgerTarget, 'isEmpty' | 'addRun' | 'addDelivery' | 'addCursor'> {
  return {
    async isEmpty() {
      const row = await session.one(
        `SELECT EXISTS (SELECT FROM countersign.run) OR EXISTS (SELECT FROM countersign.inbox)
           OR EXISTS (SELECT FROM countersign.cursor) AS filled`,
      );
      return row?.['filled'] === false;
    },
    async addRun(run) {
      if ((await restoreRun(session, run)) !== 'restored') return 'taken';
      await session.run('UPDATE countersign.run SET exported = $2 WHERE run = $1', run.run, run.exported);
      return 'added';
    },
    async addDelivery({ id, meaning, name, installation, issue, payload, receivedAt, outcome }) {
      const added = await session.run(
        `INSERT INTO countersign.inbox (id, meaning, name, installation, issue, payload, received_at, outcome)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
        id,
        meaning,
        name,
        installation,
        issue,
        payload,
        receivedAt,
        outcome,
      );
      return added === 1 ? 'added' : 'taken';
    },
    async addCursor({ name, value }) {
      const added = await session.run(
        'INSERT INTO countersign.cursor (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        name,
        value,
      );
      return added === 1 ? 'added' : 'taken';
    },
  };
}
