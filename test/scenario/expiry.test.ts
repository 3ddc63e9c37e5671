import { describe, expect, it } from 'vitest';
import { sweep } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, typesOf } from './house.ts';
import { hour, holdTime, minute } from './time.ts';

describe('a proposal whose time is over', () => {
  it('users 67: expires by the sweep, is closed with its reason, and is not called rejected', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    time.pass(hour + 2 * minute);
    await sweep(house);
    await sweep(house);
    expect(typesOf(await house.run(hash))).toContain('run.expired');
    expect(house.world.issue(repository, number)).toMatchObject({
      state: 'closed',
      stateReason: 'not_planned',
      labels: ['countersign', 'countersign: expired'],
    });
    expect(answers(house, number)).toHaveLength(1);
    expect(answers(house, number)[0]).not.toContain('ejected');
    expect(tickets(house)).toBe(0);
  });

  it('is not ended before everything said in time can have been heard', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { hash } = await propose(house);
    time.pass(hour + minute / 2);
    await sweep(house);
    expect(typesOf(await house.run(hash))).not.toContain('run.expired');
    time.pass(minute);
    await sweep(house);
    expect(typesOf(await house.run(hash))).toContain('run.expired');
  });

  it('users 59: takes an approval that was said in time and whose webhook was lost', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    time.pass(hour - minute);
    house.github.hooks.hold({ event: 'issue_comment' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    time.pass(3 * minute);
    await sweep(house);
    await sweep(house);
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(hash))).not.toContain('run.expired');
    expect(house.world.issue(repository, number).labels).toContain('countersign: done');
  });

  it('refuses an approval that was said too late, however early it is heard', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    time.pass(hour + 1000);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(tickets(house)).toBe(0);
    expect(answers(house, number)[0]).toContain('`expired`');
    time.pass(2 * minute);
    await sweep(house);
    await sweep(house);
    expect(typesOf(await house.run(hash))).toContain('run.expired');
    expect(tickets(house)).toBe(0);
  });

  it('does not expire while GitHub cannot be asked what was said', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const away = house.github.fault({
      match: { method: 'GET', route: '/repos/{owner}/{repo}/issues/comments' },
      mode: 'status',
      status: 403,
      times: Number.POSITIVE_INFINITY,
    });
    house.github.hooks.hold({ event: 'issue_comment' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    time.pass(2 * hour);
    await house.app.sweep();
    expect(typesOf(await house.run(hash))).not.toContain('run.expired');
    away.remove();
    await sweep(house);
    expect(tickets(house)).toBe(1);
  });
});
