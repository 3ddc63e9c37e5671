import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { migrateWakes } from '../../../lib/adapters/wakes/pg-boss-queue.ts';
import { pgBossWakes, type SharedWakes } from '../../../lib/adapters/wakes/pg-boss.ts';
import { openDatabase, type PostgresDatabase } from '../../../lib/adapters/store/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/server.ts';
import { ref } from '../../wakes/suite.ts';
import { createWorkshop } from '../../wakes/workshop.ts';

let place: { readonly test: TestDatabase; readonly database: PostgresDatabase };
let replicas: SharedWakes[] = [];
beforeAll(async () => {
  const made = await createTestDatabase();
  await migrateWakes(made.url);
  place = { test: made, database: await openDatabase(made.url) };
});
afterEach(async () => {
  await Promise.all(replicas.map((wakes) => wakes.stop()));
  replicas = [];
  await place.test.query('TRUNCATE countersign_wakes.job');
});
afterAll(async () => {
  await place.database.close();
  await place.test.drop();
});

async function replica(): Promise<SharedWakes> {
  const wakes = await pgBossWakes({
    url: place.test.url,
    failed: () => undefined,
    unreachable: (error) => {
      throw error;
    },
  });
  replicas.push(wakes);
  return wakes;
}

describe('two replicas', () => {
  test('ID-07: never work on one issue at once, and one takes what the other hinted at meanwhile', async () => {
    const shop = createWorkshop();
    const [first, second] = [await replica(), await replica()];
    await first.start(shop.work);
    await second.start(shop.work);
    shop.shut(ref(1));
    await first.hint(ref(1));
    await shop.underWay(ref(1), 1);
    for (const wakes of [first, second, first, second]) await wakes.hint(ref(1));
    await second.hint(ref(2));
    await shop.underWay(ref(2), 1);
    shop.open(ref(1));
    await shop.underWay(ref(1), 2);
    await Promise.all([first.idle(), second.idle()]);
    expect(shop.most(ref(1))).toBe(1);
    expect(shop.begun().filter(({ issue }) => issue === ref(1).issue)).toHaveLength(2);
  });

  test('work through what one of them was hinted at', async () => {
    const [shop, other] = [createWorkshop(), createWorkshop()];
    const [first, second] = [await replica(), await replica()];
    for (let number = 1; number <= 40; number += 1) await first.hint(ref(number, String(number % 20)));
    await first.start(shop.work);
    await second.start(other.work);
    await Promise.all([first.idle(), second.idle()]);
    expect(shop.begun().length + other.begun().length).toBe(40);
  });

  test('ID-01: the one takes over what the other left when it died', async () => {
    const shop = createWorkshop();
    const [first, second] = [await replica(), await replica()];
    await first.hint(ref(1));
    // As a process leaves it that took the job and was not heard of again.
    await place.test.query(
      `UPDATE countersign_wakes.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '11 s'`,
    );
    await second.start(shop.work);
    await shop.underWay(ref(1), 1);
    await second.idle();
    expect(shop.begun()).toEqual([ref(1)]);
  });
});

describe('a hint in a transaction', () => {
  test('is there when the transaction is committed, and not before', async () => {
    const shop = createWorkshop();
    const wakes = await replica();
    await wakes.start(shop.work);
    await place.database.transaction(async (session) => {
      await wakes.enqueue(session, ref(1));
      await wakes.idle();
      expect(shop.begun()).toEqual([]);
    });
    wakes.look();
    await shop.underWay(ref(1), 1);
  });

  test('is gone with the transaction', async () => {
    const shop = createWorkshop();
    const wakes = await replica();
    await wakes.start(shop.work);
    await place.database
      .transaction(async (session) => {
        await wakes.enqueue(session, ref(1));
        throw new Error('no');
      })
      .catch(() => undefined);
    await wakes.idle();
    expect(shop.begun()).toEqual([]);
  });

  test('holds back a hint that waits already, so that work begins after what it tells of is there', async () => {
    const shop = createWorkshop();
    const wakes = await replica();
    await wakes.hint(ref(1));
    await place.database.transaction(async (session) => {
      await wakes.enqueue(session, ref(1));
      await wakes.start(shop.work);
      await wakes.idle();
      expect(shop.begun()).toEqual([]);
    });
    await wakes.idle();
    expect(shop.begun()).toEqual([ref(1)]);
  });
});

test('ID-15: a database that was not migrated is refused, and says what to run', async () => {
  const empty = await createTestDatabase();
  const answer = pgBossWakes({ url: empty.url, failed: () => undefined, unreachable: () => undefined });
  await expect(answer).rejects.toThrow('countersign migrate');
  await migrateWakes(empty.url);
  await migrateWakes(empty.url);
  await (await pgBossWakes({ url: empty.url, failed: () => undefined, unreachable: () => undefined })).stop();
  await empty.drop();
});
