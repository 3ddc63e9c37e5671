import { describe, expect, it } from 'vitest';
import type { Clock } from '../../lib/core/port/clock.ts';
import { approveMeanwhile } from './deeds.ts';
import {
  answers,
  listsTickets,
  makesTicket,
  propose,
  repository,
  startHouse,
  tickets,
  typesOf,
} from './house.ts';

const listsComments = { method: 'GET', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' };
const createComment = { method: 'POST', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' };

describe('an approved action', () => {
  it('ID-02: whose answer was lost is found, and not sent again', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const fault = house.github.fault({ match: makesTicket, mode: 'lost-answer' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(fault.hits).toBe(1);
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(hash))).toContain('write.found');
    expect(house.world.checkRuns(repository)[0]).toMatchObject({ conclusion: 'success' });
    expect(
      house.github.requests.filter(
        ({ method, route, actor }) =>
          method === 'POST' && route === makesTicket.route && actor === makesTicket.actor,
      ),
    ).toHaveLength(1);
  });

  it('T4: that GitHub answers with 502 after doing it is not repeated by any plugin', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.fault({ match: makesTicket, mode: 'status', status: 502, applied: true });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, number).labels).toContain('countersign: done');
  });

  it.each([
    ['502', { mode: 'status', status: 502, applied: true }],
    ['nothing', { mode: 'lost-answer' }],
  ] as const)(
    'whose result comment GitHub took and answered with %s is told once, also behind a replica',
    async (_, how) => {
      let passed = 0;
      const clock: Clock = {
        now: () => Date.now() + passed,
        sleep: async (ms) => {
          passed += ms;
        },
      };
      const house = await startHouse({}, {}, 'github', clock);
      const { number, hash } = await propose(house);
      const lost = house.github.fault({ match: createComment, ...how });
      // The look for it is answered from three seconds ago.
      const late = house.github.fault({ match: listsComments, mode: 'lag', lagMs: 3000 });
      await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
      await house.settled();
      expect([lost.hits, late.hits]).toEqual([1, 1]);
      expect(answers(house, number)).toHaveLength(1);
      expect(house.world.issue(repository, number)).toMatchObject({ state: 'closed' });
    },
  );

  it.each([
    [410, 'Issues are disabled for this repo', 'target_refused'],
    [403, 'Resource not accessible by integration', 'permission_missing'],
  ])(
    'that GitHub refuses with %i “%s” ends as failed, and tells what to do',
    async (status, message, code) => {
      const house = await startHouse();
      const { number, hash } = await propose(house);
      house.github.fault({
        match: makesTicket,
        mode: 'status',
        status,
        message,
      });
      await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
      await house.settled();
      expect(tickets(house)).toBe(0);
      expect(answers(house, number)[0]).toContain(`\`${code}\``);
      expect(house.world.issue(repository, number)).toMatchObject({
        state: 'open',
        labels: ['countersign', 'countersign: failed'],
      });
      expect(house.world.checkRuns(repository)[0]).toMatchObject({ conclusion: 'failure' });
    },
  );

  it('AP-41: is not done when the approver’s right is gone before it is sent', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await approveMeanwhile(house, { number, hash }, () => {
      house.world.grant({ repository, login: 'kim', role: 'read' });
    });
    expect(tickets(house)).toBe(0);
    expect(answers(house, number)[0]).toContain('`right_lost`');
  });

  it('AP-22: is not done when the approving comment is edited before it is sent', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await approveMeanwhile(house, { number, hash }, async () => {
      const [comment] = house.world.comments(repository, number);
      await house.world.as('dana').editComment(repository, comment?.id ?? 0, `/approve ${hash} not yet`);
    });
    expect(tickets(house)).toBe(0);
    expect(answers(house, number).join('\n')).toContain('`comment_edited`');
  });

  it('ID-22: that reads back differently is told as such; once it reads as approved, it can be verified', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const answer = house.github.fault({ match: makesTicket, mode: 'hold' });
    const said = house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await answer.hit;
    const ticket = house.world.issues(repository).find(({ title }) => !title.startsWith('Countersign: '));
    if (ticket === undefined) throw new Error('the ticket is there before its answer');
    await house.world.as('ana').editIssue(repository, ticket.number, { title: 'something else' });
    answer.release();
    await said;
    await house.settled();
    expect(answers(house, number)[0]).toContain('`readback_differs`');
    expect(answers(house, number)[0]).toContain('`title`');
    expect(house.world.issue(repository, number)).toMatchObject({
      state: 'open',
      labels: ['countersign', 'countersign: mismatched'],
    });

    await house.world.as('ana').editIssue(repository, ticket.number, { title: ticket.title });
    await house.world.as('kim').comment(repository, number, `/resume ${hash}`);
    await house.settled();
    expect(house.world.issue(repository, number)).toMatchObject({
      state: 'closed',
      labels: ['countersign', 'countersign: done'],
    });
    expect(tickets(house)).toBe(1);
  });
});

describe('after a restart', () => {
  it('AP-50, AP-51: a redelivered approval changes nothing', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    await house.restart();
    const [delivery] = house.github.hooks.deliveries.filter(
      ({ event, action }) => event === 'issue_comment' && action === 'created',
    );
    await house.github.hooks.redeliver(delivery?.id ?? 0);
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(answers(house, number)).toHaveLength(1);
  });

  it('what was not told is told, once', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const lost = house.github.fault({ match: createComment, mode: 'lost-answer' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await lost.hit;
    await house.restart();
    await house.settled();
    expect(answers(house, number)).toHaveLength(1);
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, number)).toMatchObject({ state: 'closed' });
    const run = await house.run(hash);
    expect(run?.published).toBe(run?.entries.length);
  });

  it('a run that was cut off before it was sent goes on under a new claim', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const cut = house.github.fault({
      match: listsTickets,
      mode: 'status',
      status: 404,
    });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await cut.hit;
    await house.restart();
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(hash)).filter((type) => type === 'claim.taken').length).toBeGreaterThan(1);
  });
});

describe('deliveries in any order', () => {
  it('AP-53: a command that comes before its proposal waits for it', async () => {
    const house = await startHouse();
    const held = house.github.hooks.hold({ event: 'issues', action: 'opened' });
    const { number, hash } = await propose(house);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    expect(tickets(house)).toBe(0);
    held.remove();
    await house.github.hooks.release();
    await expect.poll(() => tickets(house), { timeout: 10_000 }).toBe(1);
    await house.settled();
  });

  it('AP-50: one delivery sent twice at the same time acts once', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.hooks.double({ event: 'issue_comment' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(answers(house, number)).toHaveLength(1);
  });

  it('AP-54: a rejection before the claim wins, and nothing is done', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const held = house.github.hooks.hold({ event: 'issue_comment' });
    await house.world.as('ana').comment(repository, number, `/reject ${hash} not tonight`);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    held.remove();
    await house.github.hooks.release();
    await house.settled();
    expect(tickets(house)).toBe(0);
    expect(house.world.issue(repository, number)).toMatchObject({
      state: 'closed',
      stateReason: 'not_planned',
      labels: ['countersign', 'countersign: rejected'],
    });
    expect(answers(house, number).join('\n')).toContain('not tonight');
    expect(answers(house, number).join('\n')).toContain('`not_waiting`');
  });
});
