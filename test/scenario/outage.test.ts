import { describe, expect, it } from 'vitest';
import { sweep } from './deeds.ts';
import { answers, makesTicket, propose, repository, startHouse, tickets, typesOf } from './house.ts';
import { hour, holdTime, minute } from './time.ts';

describe('while the App is down', () => {
  it('an approval is said, and is acted on once when the App is back', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.restart(async () => {
      await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
      time.pass(10 * minute);
    });
    await house.settled();
    await sweep(house);
    expect(tickets(house)).toBe(1);
    expect(answers(house, number)).toHaveLength(1);
    expect(house.world.issue(repository, number).labels).toContain('countersign: done');
  });

  it('an approval is said in time, and the proposal’s time is over when the App is back', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.restart(async () => {
      time.pass(hour - minute);
      await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
      time.pass(5 * hour);
    });
    await house.settled();
    await sweep(house);
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(hash))).not.toContain('run.expired');
  });

  it('an approval is said too late, and is refused as expired', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.restart(async () => {
      time.pass(2 * hour);
      await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
      time.pass(2 * minute);
    });
    await house.settled();
    await sweep(house);
    expect(tickets(house)).toBe(0);
    expect(answers(house, number).join('\n')).toContain('`expired`');
    expect(typesOf(await house.run(hash))).toContain('run.expired');
  });

  it('three days pass: the newest deliveries come again, and comments are found beyond GitHub’s log', async () => {
    const time = holdTime();
    const house = await startHouse();
    const early = await propose(house);
    await house.restart(async () => {
      await house.world.as('kim').comment(repository, early.number, `/approve ${early.hash}`);
      time.pass(73 * hour);
      await house.world.as('ana').comment(repository, early.number, '/status');
    });
    await house.settled();
    await sweep(house);
    expect(house.github.hooks.deliveries.filter(({ redelivery }) => redelivery)).toHaveLength(1);
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(early.hash)).filter((type) => type === 'approval.recorded')).toHaveLength(
      1,
    );
  });
});

describe('RL: a rate limit', () => {
  it.each([
    ['a secondary one', 403, { 'retry-after': '1' }],
    ['429', 429, { 'retry-after': '1' }],
  ])('ID-11: on the write is waited out, and one ticket is made: %s', async (_, status, headers) => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const limit = house.github.fault({ match: makesTicket, mode: 'status', status, headers });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(limit.hits).toBe(1);
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, number).labels).toContain('countersign: done');
  });

  it('ID-11: on what is read before is waited out, and not asked again before it ends', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const limit = house.github.fault({
      match: { method: 'POST', route: '/graphql' },
      mode: 'status',
      status: 403,
      headers: { 'retry-after': '2' },
    });
    const before = performance.now();
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await limit.hit;
    await house.app.sweep();
    await expect.poll(() => tickets(house), { timeout: 10_000 }).toBe(1);
    expect(performance.now() - before).toBeGreaterThan(1900);
    await house.settled();
    expect(answers(house, number)).toHaveLength(1);
  });
});
