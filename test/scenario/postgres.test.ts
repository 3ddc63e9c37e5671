import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../cli/migrate.ts';
import { createTestDatabase } from '../postgres/server.ts';
import { propose, repository, startHouse, tickets, type House } from './house.ts';

async function startOnPostgres(): Promise<House> {
  const database = await createTestDatabase();
  // Runs before the house's own: what comes last is taken down first.
  onTestFinished(() => database.drop());
  const output = { out: () => undefined, err: () => undefined };
  expect(await migrate({ DATABASE_URL: database.url }, output)).toBe(0);
  return startHouse({ DATABASE_URL: database.url });
}

it('the App on PostgreSQL does what is approved, once, and is done within seconds', async () => {
  const house = await startOnPostgres();
  const { number, hash } = await propose(house);
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  expect((await house.run(hash))?.entries.at(-1)?.type).toBe('published');
  expect(house.world.issue(repository, number)).toMatchObject({
    state: 'closed',
    labels: ['countersign', 'countersign: done'],
  });
  expect(tickets(house)).toBe(1);
});

it('the App on PostgreSQL goes on after a restart from what its database says', async () => {
  const house = await startOnPostgres();
  const { number, hash } = await propose(house);
  await house.settled();
  await house.restart();
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  expect(tickets(house)).toBe(1);
  const claim = (await house.run(hash))?.entries.find((entry) => entry.type === 'claim.taken');
  expect(claim?.data).toMatchObject({ fence: 1, worker: expect.stringMatching(/^replica-[0-9a-f]{8}$/) });
});

it('ID-15: the App does not start on a database that was not migrated', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await expect(startHouse({ DATABASE_URL: database.url })).rejects.toThrow('countersign migrate');
});
