import { afterAll, beforeAll } from 'vitest';
import { migratePostgresLedger, openPostgresLedger } from '../../../lib/adapters/store/postgres/ledger.ts';
import { sealSuite, type SealsUnderTest } from '../../ledger/seal-facts.ts';
import { ledgerSuite } from '../../ledger/suite.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/server.ts';

let database: TestDatabase | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
});

ledgerSuite('PostgreSQL', make);
sealSuite('PostgreSQL', make);

async function make(): Promise<SealsUnderTest> {
  if (database === null) throw new Error('there is no database');
  const { url, query } = database;
  await migratePostgresLedger(url);
  return {
    open: () => openPostgresLedger({ url }),
    remove: async () => {
      await query('DROP SCHEMA countersign CASCADE');
    },
  };
}
