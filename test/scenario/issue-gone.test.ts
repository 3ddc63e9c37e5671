import { describe, expect, it } from 'vitest';
import { approveMeanwhile, decide, sweep, waiting } from './deeds.ts';
import { answers, repository, startHouse, tickets, typesOf, type House, type Opened } from './house.ts';
import { hour, holdTime, minute } from './time.ts';

async function eventsOf(house: House, { hash }: Opened): Promise<readonly string[]> {
  return typesOf(await house.run(hash));
}

describe('AP-43: a proposal whose issue', () => {
  it('is deleted ends as cancelled, with an alert, and is told on its check run alone', async () => {
    const { house, proposal } = await waiting();
    await house.world.as('ana').deleteIssue(repository, proposal.number);
    await house.settled();
    const types = await eventsOf(house, proposal);
    expect(types.slice(-2)).toEqual(['alert.raised', 'issue.lost']);
    const [checkRun] = house.world.checkRuns(repository);
    expect(checkRun?.conclusion).toBe('neutral');
    expect(checkRun?.title).toBe('Cancelled: its issue is gone');
    expect(checkRun?.summary).toContain('`issue_gone`');
    expect(house.github.violations).toEqual([]);
  });

  it('is deleted before anybody could be told why it is none waits for nothing', async () => {
    const house = await startHouse();
    const page = { title: 'Countersign: create an issue (x, 00000000)', body: 'no record' };
    const answer = house.github.fault({
      match: { method: 'POST', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' },
      mode: 'status',
      status: 410,
    });
    await house.world.as('dana').openIssue({ repository, ...page });
    await house.settled();
    house.github.resetRequests();
    await sweep(house);
    expect(answer.hits).toBe(1);
    expect(house.github.requests.filter(({ route }) => route.includes('{issue_number}'))).toEqual([]);
  });

  it('is moved to another repository ends as cancelled, with an alert, and is no proposal there', async () => {
    const { house, proposal } = await waiting();
    house.world.repository({ fullName: 'acme/archive' });
    house.world.grant({ repository: 'acme/archive', login: 'kim', role: 'maintain' });
    const number = await house.world.as('kim').transferIssue(repository, proposal.number, 'acme/archive');
    await house.settled();
    expect((await eventsOf(house, proposal)).slice(-2)).toEqual(['alert.raised', 'issue.lost']);
    await house.world.as('kim').comment('acme/archive', number, `/approve ${proposal.hash}`);
    await house.settled();
    expect(await eventsOf(house, proposal)).not.toContain('approval.recorded');
    expect(tickets(house)).toBe(0);
  });

  it('is deleted after it was approved, before anything was sent, is not carried out', async () => {
    const time = holdTime();
    const { house, proposal } = await waiting();
    time.pass(11 * minute);
    house.github.hooks.hold({ event: 'issues' });
    await approveMeanwhile(house, proposal, async () => {
      await house.world.as('ana').deleteIssue(repository, proposal.number);
    });
    expect(tickets(house)).toBe(0);
    const types = await eventsOf(house, proposal);
    expect(types).toContain('issue.lost');
    expect(types.indexOf('execution.failed')).toBeGreaterThan(types.indexOf('issue.lost'));
    expect(house.world.checkRuns(repository)[0]).toMatchObject({ conclusion: 'failure' });
  });

  it('became a discussion counts no approval; its end is told on its check run alone', async () => {
    const time = holdTime();
    const { house, proposal } = await waiting();
    await house.world.as('kim').convertIssue(repository, proposal.number);
    await house.settled();
    time.pass(hour + 3 * minute);
    await sweep(house);
    await sweep(house);
    const types = await eventsOf(house, proposal);
    expect(types.indexOf('issue.lost')).toBeGreaterThan(types.indexOf('run.expired'));
    expect(house.world.checkRuns(repository)[0]).toMatchObject({ conclusion: 'neutral' });
    expect(answers(house, proposal.number)).toEqual([]);
  });

  it.each(['lock', 'close'] as const)(
    'is %sed counts no approval, and none once it is open again',
    async (how) => {
      const { house, proposal } = await waiting();
      const ana = house.world.as('ana');
      await (how === 'lock'
        ? ana.lockIssue(repository, proposal.number)
        : ana.closeIssue(repository, proposal.number));
      await decide(house, 'kim', proposal, 'approve');
      expect(answers(house, proposal.number)[0]).toContain('`issue_closed`');
      await (how === 'lock'
        ? ana.unlockIssue(repository, proposal.number)
        : ana.reopenIssue(repository, proposal.number));
      await house.settled();
      expect(tickets(house)).toBe(0);
      await decide(house, 'kim', proposal, 'approve');
      expect(tickets(house)).toBe(1);
    },
  );

  it('is locked holds an execution, which goes on by a resumption', async () => {
    const { house, proposal } = await waiting();
    await approveMeanwhile(house, proposal, async () => {
      await house.world.as('ana').lockIssue(repository, proposal.number);
    });
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number)[0]).toContain('`issue_closed`');
    await house.world.as('ana').unlockIssue(repository, proposal.number);
    await decide(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(1);
  });
});

describe('AP-44: a repository', () => {
  it('that is renamed goes on under its id', async () => {
    const { house, proposal } = await waiting();
    await house.world.as('ana').renameRepository(repository, 'billing');
    await house.settled();
    await house.world.as('kim').comment('acme/billing', proposal.number, `/approve ${proposal.hash}`);
    await house.settled();
    const made = house.world.issues('acme/billing').filter(({ title }) => !title.startsWith('Countersign: '));
    expect(made).toHaveLength(1);
    expect(house.world.issue('acme/billing', proposal.number).labels).toContain('countersign: done');
  });

  it('whose old name leads to another one by now has nothing done there', async () => {
    const { house, proposal } = await waiting();
    await house.world.as('ana').renameRepository(repository, 'billing');
    house.world.repository({ fullName: repository });
    await house.settled();
    await house.world.as('kim').comment('acme/billing', proposal.number, `/approve ${proposal.hash}`);
    await house.settled();
    expect(house.world.issues(repository)).toEqual([]);
    expect(tickets(house)).toBe(0);
  });

  it('that another owner holds by now is on hold: nobody approves there, and nothing is done', async () => {
    const { house, proposal } = await waiting();
    house.world.user({ login: 'umbra', type: 'Organization' });
    house.world.install({ app: 'countersign', account: 'umbra' });
    const name = await house.world.as('ana').transferRepository(repository, 'umbra');
    await house.settled();
    house.world.grant({ repository: name, login: 'kim', role: 'admin' });
    await house.world.as('kim').comment(name, proposal.number, `/approve ${proposal.hash}`);
    await house.settled();
    const types = await eventsOf(house, proposal);
    expect(types).not.toContain('approval.recorded');
    expect(types).toContain('run.held');
  });
});
