import { describe, expect, it } from 'vitest';
import { sweep } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, typesOf, type House } from './house.ts';
import { hour, holdTime, minute } from './time.ts';

function approvals(house: House): number {
  return house.github.hooks.deliveries.filter(({ event }) => event === 'issue_comment').length;
}

/** How often each comment's delivery was repeated, leaving out those that never were. */
function redeliveries(house: House): readonly number[] {
  const counts = new Map<string, number>();
  for (const { event, guid, redelivery } of house.github.hooks.deliveries)
    if (event === 'issue_comment' && redelivery) counts.set(guid, (counts.get(guid) ?? 0) + 1);
  return [...counts.values()];
}

describe('AP-55: an approval whose webhook was lost', () => {
  it('is delivered again on request, and acted on once', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const lost = house.github.hooks.drop({ event: 'issue_comment', action: 'created' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    lost.remove();
    await sweep(house);
    expect(tickets(house)).toBe(1);
    const run = await house.run(hash);
    const approval = run?.entries.find(({ type }) => type === 'approval.recorded');
    expect(approval?.type === 'approval.recorded' && approval.data.source.delivery).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    await sweep(house);
    expect(tickets(house)).toBe(1);
    expect(answers(house, number)).toHaveLength(1);
    expect(approvals(house)).toBe(3);
  });

  it('is found among the comments, and acted on once, where GitHub’s log does not have it', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.hooks.hold({ event: 'issue_comment', action: 'created' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    time.pass(2 * minute);
    await sweep(house);
    expect(tickets(house)).toBe(1);
    const run = await house.run(hash);
    const approval = run?.entries.find(({ type }) => type === 'approval.recorded');
    expect(approval?.type === 'approval.recorded' && approval.data.source.delivery).toBeNull();
    await sweep(house);
    expect(answers(house, number)).toHaveLength(1);
  });

  it('is acted on once where both find it, and the webhook comes after all', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.hooks.hold({ event: 'issue_comment' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    time.pass(2 * minute);
    await sweep(house);
    await house.github.hooks.release();
    await house.settled();
    const [first] = house.github.hooks.deliveries.filter(({ event }) => event === 'issue_comment');
    // Taken in, and found decided.
    expect(first?.status).toBe(202);
    await house.github.hooks.redeliver(first?.id ?? 0);
    time.pass(2 * minute);
    await sweep(house);
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(hash)).filter((type) => type === 'approval.recorded')).toHaveLength(1);
    expect(answers(house, number)).toHaveLength(1);
  });

  it('is left to its webhook for a minute', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.hooks.hold({ event: 'issue_comment' });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await sweep(house);
    expect(tickets(house)).toBe(0);
    await house.github.hooks.release();
    await house.settled();
    expect(tickets(house)).toBe(1);
  });
});

describe('a comment that no signed delivery brought', () => {
  it.each(['approve', 'reject', 'status'])(
    'AP-22: counts for nothing once it was edited: /%s',
    async (verb) => {
      const time = holdTime();
      const house = await startHouse();
      const { number, hash } = await propose(house);
      house.github.hooks.hold({ event: 'issue_comment' });
      await house.world.as('kim').comment(repository, number, 'I will look at it tomorrow.');
      const [comment] = house.world.comments(repository, number);
      await house.world.as('dana').editComment(repository, comment?.id ?? 0, `/${verb} ${hash}`);
      time.pass(2 * minute);
      await sweep(house);
      const types = typesOf(await house.run(hash));
      expect(types).not.toContain('approval.recorded');
      expect(types).not.toContain('run.rejected');
      expect(types).not.toContain('command.answered');
      expect(tickets(house)).toBe(0);
      expect(answers(house, number)[0]).toContain('`comment_edited`');
    },
  );

  it('AP-25: and that a replica does not show yet is waited for', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.hooks.hold({ event: 'issue_comment' });
    const behind = house.github.fault({
      match: { route: '/graphql', body: /IssueComment/ },
      mode: 'lag',
      lagMs: 5 * minute,
    });
    time.pass(10 * minute);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    time.pass(2 * minute);
    await sweep(house);
    expect(behind.hits).toBe(1);
    expect(tickets(house)).toBe(1);
  });

  it('is not taken from a stranger, a bot, an App, or another issue, nor answered', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const other = await house.world.as('dana').openIssue({ repository, title: 'Other', body: 'text' });
    house.github.hooks.hold({ event: 'issue_comment' });
    await house.world.as('lu').comment(repository, number, `/approve ${hash}`);
    await house.world.as('kim').comment(repository, other.number, `/approve ${hash}`);
    const token = house.world.userToken({ app: 'countersign', login: 'kim' });
    const through = await fetch(`${house.github.url}/repos/${repository}/issues/${number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'kim’s assistant'.replace('’', '') },
      body: JSON.stringify({ body: `/approve ${hash}` }),
    });
    expect(through.status).toBe(201);
    time.pass(2 * minute);
    await sweep(house);
    await sweep(house);
    expect(typesOf(await house.run(hash))).not.toContain('approval.recorded');
    expect(answers(house, number)).toEqual([]);
    expect(answers(house, other.number)).toEqual([]);
  });
});

describe('users 57: a delivery that the door refused', () => {
  it('is asked for a few times and then given up; what has arrived is never asked for', async () => {
    const time = holdTime();
    const house = await startHouse();
    const { number } = await propose(house);
    await house.restart(async () => {
      await house.world.as('bo').comment(repository, number, '/status');
    });
    await house.settled();
    expect(redeliveries(house)).toEqual([1]);
    house.world.listen('countersign', 'http://127.0.0.1:9/nobody');
    await house.world.as('bo').comment(repository, number, 'Anybody there?');
    for (let tries = 0; tries < 100; tries += 1) {
      await sweep(house);
      time.pass(hour);
    }
    expect(redeliveries(house)[1]).toBe(7);
  });

  it('DO-04: and what one sweep asks of GitHub is bounded', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    house.github.hooks.drop({ event: 'issue_comment' });
    for (let count = 0; count < 60; count += 1)
      await house.world.as('kim').comment(repository, number, `/reject ${hash.slice(0, 8)} ${count}`);
    house.github.resetRequests();
    await house.app.sweep();
    const asked = house.github.requests.filter(({ path }) => path.startsWith('/app/hook/deliveries'));
    expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(50);
    await house.settled();
  });
});
