import { describe, expect, it } from 'vitest';
import { approveMeanwhile } from './deeds.ts';
import { answers, makesTicket, propose, repository, startHouse, tickets, typesOf } from './house.ts';

describe('the other commands', () => {
  it('/status tells where the run stands, to someone with a say', async () => {
    const house = await startHouse();
    const { number } = await propose(house);
    await house.world.as('dana').comment(repository, number, '/status');
    await house.settled();
    expect(answers(house, number)).toHaveLength(1);
    expect(answers(house, number)[0]).toContain('Waiting for 1 more approval');
    await house.world.as('bo').comment(repository, number, '/status');
    await house.settled();
    expect(answers(house, number)).toHaveLength(1);
  });

  it('/reject by someone who may write closes the proposal with its reason', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.world.as('dana').comment(repository, number, `/reject ${hash}\nwrong service`);
    await house.settled();
    expect(answers(house, number)[0]).toContain('wrong service');
    expect(house.world.issue(repository, number)).toMatchObject({
      state: 'closed',
      stateReason: 'not_planned',
    });
    expect(house.world.checkRuns(repository)[0]).toMatchObject({ conclusion: 'neutral' });
    expect(tickets(house)).toBe(0);
  });

  it('/cancel ends a failed run for good', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.fault({
      match: makesTicket,
      mode: 'status',
      status: 403,
    });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    await house.world.as('kim').comment(repository, number, `/cancel ${hash}`);
    await house.settled();
    expect(typesOf(await house.run(hash))).toContain('run.cancelled');
    expect(house.world.issue(repository, number)).toMatchObject({
      state: 'closed',
      labels: ['countersign', 'countersign: cancelled'],
    });
    expect(tickets(house)).toBe(0);
  });

  it('/resume lets a run go on in which nothing was sent', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await approveMeanwhile(house, { number, hash }, () => {
      house.world.grant({ repository, login: 'kim', role: 'read' });
    });
    house.world.grant({ repository, login: 'kim', role: 'maintain' });
    await house.world.as('kim').comment(repository, number, `/resume ${hash}`);
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, number).labels).toContain('countersign: done');
  });

  it('/resume is refused where a request was sent', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.fault({
      match: makesTicket,
      mode: 'status',
      status: 403,
    });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    await house.world.as('kim').comment(repository, number, `/resume ${hash}`);
    await house.settled();
    expect(answers(house, number).at(-1)).toContain('`resume_unavailable`');
    expect(tickets(house)).toBe(0);
  });
});
