import { afterAll, beforeAll } from 'vitest';
import { migratePostgresLedger, openPostgresLedger } from '../../../lib/adapters/store/postgres/ledger.ts';
import { ledgerSuite } from '../../ledger/suite.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/server.ts';

let database: TestDatabase | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
});

ledgerSuite('PostgreSQL', async () => {
  if (database === null) throw new Error('there is no database');
  const { url, query } = database;
  await migratePostgresLedger(url);
  return {
    open: () => openPostgresLedger({ url }),
    remove: async () => {
      await query('DROP SCHEMA countersign CASCADE');
    },
  };
});
