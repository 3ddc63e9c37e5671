import type { Ledger } from '../../../core/port/ledger.ts';
import type { SealStore } from '../../../core/port/seal-store.ts';
import { textAt } from '../row.ts';
import { openDatabase, usualLimits, type Limits, type PostgresDatabase } from './database.ts';
import { postgresInbox, type OnReceive } from './inbox.ts';
import { postgresRunReads } from './run-reads.ts';
import { postgresRunWrites } from './run-writes.ts';
import { migratePostgres, requireCurrent } from './schema.ts';
import { postgresSeals } from './seals.ts';

/** Where the ledger is, and what else happens in its transactions. */
export interface PostgresLedgerOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly limits?: Limits;
  /** Told within the transaction that stores a delivery: what it writes is committed with it, or not at all. */
  readonly onReceive?: OnReceive;
}

/**
 * The ledger in a PostgreSQL database that any number of processes may share. Refuses one whose schema is
 * not exactly this version's. Rejects with a `StoreFault`; once open, every method does so when the
 * database does not answer, and works again when it does.
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<Ledger & SealStore> {
  const database = await openDatabase(options.url, options.limits ?? usualLimits);
  try {
    await requireCurrent(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...postgresInbox(database, options.onReceive ?? null),
    ...postgresRunWrites(database),
    ...postgresRunReads(database),
    ...postgresCursors(database),
    ...postgresSeals(database),
    close: () => database.close(),
  };
}

/** Brings the database up to this version's schema. Answers with the numbers of the migrations that it took. */
export async function migratePostgresLedger(url: string): Promise<readonly number[]> {
  // A migration of a big table takes its time.
  const database = await openDatabase(url, { ...usualLimits, connections: 1, statementMs: 3_600_000 });
  try {
    return await migratePostgres(database);
  } finally {
    await database.close();
  }
}

function postgresCursors(database: PostgresDatabase): Pick<Ledger, 'cursor' | 'setCursor'> {
  return {
    async cursor({ name }) {
      const row = await database.one('SELECT value FROM countersign.cursor WHERE name = $1', name);
      return row === null ? null : textAt(row, 'value');
    },
    async setCursor({ name, value }) {
      await database.run(
        'INSERT INTO countersign.cursor (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      );
    },
  };
}
