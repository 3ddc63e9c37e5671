import type { LedgerSource, LedgerTarget } from '../../core/port/ledger-archive.ts';
import {
  pages,
  pageSize,
  readArchivedCursor,
  readArchivedDelivery,
  readArchivedRun,
} from './archive-rows.ts';
import { openForReading, openForWriting, type Database } from './database.ts';
import { entryTexts } from './entries.ts';
import { countAt, textAt } from './row.ts';
import { sqliteRunWrites } from './run-writes.ts';
import { migrate, requireCurrent } from './schema.ts';

/** The ledger of a file, to be read as a whole, also while the App writes it. Rejects with a `StoreFault`. */
export async function openSqliteSource(path: string): Promise<LedgerSource> {
  const database = openForReading(path);
  try {
    requireCurrent(database);
    // One transaction: everything is read as it stands now.
    database.script('BEGIN');
  } catch (error) {
    database.close();
    throw error;
  }
  const behind = (table: string) => async (after: number | string) =>
    database.all(`SELECT * FROM ${table} WHERE position > ? ORDER BY position LIMIT ${pageSize}`, after);
  return {
    runs: () =>
      pages(
        0,
        behind('run'),
        (row) => {
          const run = textAt(row, 'run');
          const effect = database.one('SELECT * FROM effect WHERE run = ?', run);
          return readArchivedRun(row, entryTexts(database, run), effect);
        },
        (row) => countAt(row, 'position'),
      ),
    deliveries: () => pages(0, behind('inbox'), readArchivedDelivery, (row) => countAt(row, 'position')),
    cursors: () =>
      pages(
        '',
        async (after) =>
          database.all(`SELECT * FROM cursor WHERE name > ? ORDER BY name LIMIT ${pageSize}`, after),
        readArchivedCursor,
        (row) => textAt(row, 'name'),
      ),
    close: async () => database.close(),
  };
}

/** The ledger of a file, made where it is missing, to be filled. Nobody else may write it meanwhile. */
export async function openSqliteTarget(path: string): Promise<LedgerTarget> {
  const database = openForWriting(path);
  try {
    migrate(database);
    database.script('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw error;
  }
  return { ...additions(database), close: async () => database.close() };
}

function additions(database: Database): Omit<LedgerTarget, 'close'> {
  const writes = sqliteRunWrites({ ...database, transaction: (work) => work() });
  return {
    async isEmpty() {
      const tables = ['run', 'inbox', 'cursor'];
      return tables.every((table) => database.one(`SELECT 1 AS found FROM ${table} LIMIT 1`) === null);
    },
    async addRun(run) {
      if ((await writes.restore(run)) !== 'restored') return 'taken';
      await writes.markExported({ run: run.run, count: run.exported });
      return 'added';
    },
    async addDelivery({ id, meaning, name, installation, issue, payload, receivedAt, outcome }) {
      const added = database.run(
        'INSERT INTO inbox (id, meaning, name, installation, issue, payload, received_at, outcome) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
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
      const added = database.run(
        'INSERT INTO cursor (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
        name,
        value,
      );
      return added === 1 ? 'added' : 'taken';
    },
    async commit() {
      database.script('COMMIT');
    },
  };
}
