import type { Ledger } from '../../core/port/ledger.ts';
import type { SealStore } from '../../core/port/seal-store.ts';
import { sqliteCursors } from './cursors.ts';
import { openForReading, openForWriting, type Database } from './database.ts';
import { sqliteInbox } from './inbox.ts';
import { sqliteRunReads } from './run-reads.ts';
import { sqliteRunWrites } from './run-writes.ts';
import { migrate, requireCurrent } from './schema.ts';
import { sqliteSeals } from './seals.ts';

/** What another process may ask of a ledger that it does not own. */
export type LedgerReader = Pick<
  Ledger,
  'byRun' | 'byHash' | 'byIssue' | 'waitingInSlot' | 'due' | 'dueOf' | 'unpublished' | 'unexported' | 'close'
>;

/**
 * The ledger in one SQLite file, made where it is missing, brought up to this version's schema, and held
 * by this process alone until `close`. Rejects with a `StoreFault`.
 */
export async function openSqliteLedger(path: string): Promise<Ledger & SealStore> {
  const database = openForWriting(path);
  return checked(database, migrate, () => ({
    ...sqliteInbox(database),
    ...sqliteRunWrites(database),
    ...sqliteRunReads(database),
    ...sqliteCursors(database),
    ...sqliteSeals(database),
    close: async () => database.close(),
  }));
}

/** Brings a file up to this version's schema. Answers with the numbers of the migrations that it took. */
export async function migrateSqliteLedger(path: string): Promise<readonly number[]> {
  const database = openForWriting(path);
  try {
    return migrate(database);
  } finally {
    database.close();
  }
}

/** The same file for reading only, also while another process writes it. Rejects with a `StoreFault`. */
export async function readSqliteLedger(path: string): Promise<LedgerReader> {
  const database = openForReading(path);
  return checked(database, requireCurrent, () => ({
    ...sqliteRunReads(database),
    close: async () => database.close(),
  }));
}

function checked<Made>(database: Database, check: (database: Database) => void, make: () => Made): Made {
  try {
    check(database);
    return make();
  } catch (error) {
    database.close();
    throw error;
  }
}
