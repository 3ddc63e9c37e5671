import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../../../lib/adapters/clock/system.ts';
import { inProcessWakes } from '../../../lib/adapters/wakes/in-process.ts';
import { migrateWakes } from '../../../lib/adapters/wakes/pg-boss-queue.ts';
import { pgBossWakes } from '../../../lib/adapters/wakes/pg-boss.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/server.ts';
import { wakesSuite } from '../../wakes/suite.ts';

wakesSuite('within a process', async () => ({
  wakes: inProcessWakes(systemClock, () => undefined),
  remove: async () => undefined,
}));

let database: TestDatabase | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateWakes(database.url);
});
afterAll(async () => {
  await database?.drop();
});

wakesSuite('as jobs of pg-boss', async () => {
  if (database === null) throw new Error('there is no database');
  const { url, query } = database;
  return {
    wakes: await pgBossWakes({ url, failed: () => undefined, unreachable: fail }),
    remove: async () => {
      await query('TRUNCATE countersign_wakes.job');
    },
  };
});

function fail(error: unknown): never {
  throw error;
}
