import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { migratePostgresLedger, openPostgresLedger } from '../../../lib/adapters/store/postgres/ledger.ts';
import type { Ledger } from '../../../lib/core/port/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/server.ts';

/** A database with an empty ledger for each test of a file, and what is open on it. */
export interface Place {
  readonly database: () => TestDatabase;
  /** One more ledger on the same database, as another replica opens it. Closed after the test. */
  readonly open: () => Promise<Ledger>;
}

export function place(): Place {
  let database: TestDatabase | null = null;
  let opened: Ledger[] = [];
  const present = (): TestDatabase => {
    if (database === null) throw new Error('there is no database');
    return database;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await migratePostgresLedger(present().url);
  });
  afterEach(async () => {
    await Promise.all(opened.map((ledger) => ledger.close()));
    opened = [];
    await present().query('DROP SCHEMA IF EXISTS countersign CASCADE');
  });
  afterAll(async () => {
    await database?.drop();
  });
  return {
    database: present,
    open: async () => {
      const ledger = await openPostgresLedger({ url: present().url });
      opened.push(ledger);
      return ledger;
    },
  };
}
