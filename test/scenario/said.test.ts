/** What people say on a proposal, and what they tripped over elsewhere; the report stands beside each. */
import { describe, expect, it } from 'vitest';
import { verbs, isQuestion } from '../../lib/core/approval/verb.ts';
import { needTwo, ownRequests, say, waiting } from './deeds.ts';
import { answers, repository, tickets, typesOf } from './house.ts';

describe('every verb from a person who has a say is answered', () => {
  // trstringer/manual-approval#70
  it('users 10: a counted approval shows on the check run, and in the result', async () => {
    const { house, proposal } = await waiting();
    await say(house, 'kim', proposal.number, `/approve ${proposal.hash}`);
    expect(house.world.checkRuns(repository)[0]?.summary).toContain('Approved by @kim');
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(answers(house, proposal.number)[0]).toContain('@kim');
  });

  it.each(verbs.filter((verb) => verb !== 'approve'))('users 10: /%s', async (verb) => {
    const { house, proposal } = await waiting();
    await say(house, 'dana', proposal.number, isQuestion(verb) ? `/${verb}` : `/${verb} ${proposal.hash}`);
    expect(answers(house, proposal.number)).toHaveLength(1);
  });

  // runatlantis/atlantis#262, palantir/policy-bot#49, #247
  it.each([
    ['who', '**Who may approve:** One person must approve'],
    ['why', 'Nothing was decided yet'],
    ['help', '**What can be said here:**'],
    ['status', '**Waiting for 1 more approval:**'],
  ])('users 89: /%s tells what it is asked for, and nothing else of it changes', async (verb, words) => {
    const { house, proposal } = await waiting();
    await say(house, 'kim', proposal.number, `/${verb}`);
    expect(answers(house, proposal.number)[0]).toContain(words);
    const run = await house.run(proposal.hash);
    expect(run?.entries.findLast(({ type }) => type === 'command.answered')?.data).toMatchObject({ verb });
    expect(tickets(house)).toBe(0);
  });

  it.each(verbs)('users 10: /%s with words around it, with the line that then counts', async (verb) => {
    const { house, proposal } = await waiting();
    const line = isQuestion(verb) ? `/${verb}` : `/${verb} ${proposal.hash}`;
    await say(house, 'kim', proposal.number, `\n${line}\nplease`);
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(answers(house, proposal.number)[0]).toContain(`\`\`\`text\n${line}\n\`\`\``);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('approval.recorded');
  });

  // kubernetes/test-infra#15749
  it('users 12: two verbs in one comment do nothing, and are answered once', async () => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    await say(house, 'kim', number, `/approve ${hash}\n/reject ${hash} on second thoughts`);
    expect(answers(house, number)).toHaveLength(1);
    expect(answers(house, number)[0]).toContain('`command_ambiguous`');
    const types = typesOf(await house.run(hash));
    expect(types).not.toContain('approval.recorded');
    expect(types).not.toContain('run.rejected');
  });

  // trstringer/manual-approval#21
  it('users 9: a rejection keeps its reason, on as many lines as it takes', async () => {
    const { house, proposal } = await waiting();
    await say(
      house,
      'dana',
      proposal.number,
      `/reject ${proposal.hash} wrong version\r\n\r\n40 is current.\r\n`,
    );
    const rejected = (await house.run(proposal.hash))?.entries.find(({ type }) => type === 'run.rejected');
    expect(rejected?.data).toMatchObject({ reason: 'wrong version\n\n40 is current.' });
  });
});

describe('people are counted', () => {
  // robinpowered/commodus#8
  it('users 6, AP-38: one person is one vote, however many comments they post and whatever those quote', async () => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    needTwo(house);
    await say(house, 'kim', number, `/approve ${hash}`);
    await say(house, 'kim', number, `/approve ${hash}\r\n`);
    expect(answers(house, number).at(-1)).toContain('`already_approved`');
    await say(house, 'kim', number, `Done.\r\n\r\n${quoted(`On Mon, ana wrote:\n/approve ${hash}`)}`);
    const votes = typesOf(await house.run(hash)).filter((type) => type === 'approval.recorded');
    expect(votes).toHaveLength(1);
    expect(tickets(house)).toBe(0);
    await say(house, 'ana', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(1);
  });
});

describe('nothing else is answered', () => {
  // runatlantis/atlantis#534
  it('users 7: a comment that says something else gets no answer and costs no request, whoever says it', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    for (const login of ['kim', 'dana', 'lu'])
      for (const body of ['Looks right to me.', '/lgtm', 'atlantis plan', 'I would /approve this on Monday.'])
        await say(house, login, proposal.number, body);
    expect(answers(house, proposal.number)).toEqual([]);
    expect(ownRequests(house).length).toBe(0);
  });

  // OCA/oca-github-bot#82
  it('users 4: a quoted command is not given a second time', async () => {
    const { house, proposal } = await waiting();
    await say(house, 'kim', proposal.number, '/status');
    await say(house, 'kim', proposal.number, '> /status\n\nThanks, so we wait.');
    await say(house, 'kim', proposal.number, `> /approve ${proposal.hash}\n\nIs 41 the right version?`);
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('approval.recorded');
  });

  // dependabot/feedback#277
  it('users 5: our own answers, sent back by a mail program, give no command', async () => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    await say(house, 'kim', number, '/help');
    await say(house, 'kim', number, '/approve a3');
    const before = typesOf(await house.run(hash)).filter((type) => type !== 'published');
    for (const body of [...answers(house, number), proposal.body])
      await say(house, 'kim', number, `Thanks!\r\n\r\nOn Mon, Countersign wrote:\r\n\r\n${quoted(body)}`);
    const after = typesOf(await house.run(hash)).filter((type) => type !== 'published');
    expect(after).toEqual(before);
  });

  // langchain-ai/langgraph#8077, cline/cline#9657
  it('AP-56, users 20, users 33: the hash authorises nobody: strangers who know it cost one look a minute, and hear nothing', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    for (let count = 0; count < 50; count += 1)
      await house.world.as('lu').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await house.settled();
    expect(ownRequests(house).length).toBe(1);
    expect(answers(house, proposal.number)).toEqual([]);
    expect(tickets(house)).toBe(0);
  });

  it.each([
    ['pull_request_review', { review: { body: '' }, pull_request: {} }],
    ['pull_request_review_comment', { comment: { body: '' }, pull_request: {} }],
    ['discussion_comment', { comment: { body: '' }, discussion: {} }],
    ['commit_comment', { comment: { body: '' } }],
  ])('AP-13: a command in a %s means nothing', async (event, members) => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    const known = house.github.hooks.deliveries.findLast((delivery) => delivery.event === 'issues');
    const { issue: _, action: __, ...rest } = readObject(known?.payload ?? '{}');
    const text = JSON.stringify({ ...rest, ...members, action: 'created' });
    const payload = text.replaceAll('"body":""', `"body":"/approve ${proposal.hash}"`);
    const [secret = ''] = house.settings.webhookSecrets;
    expect(await house.github.hooks.forge({ app: 'countersign', event, payload, secret })).toBe(200);
    await house.settled();
    expect(ownRequests(house).length).toBe(0);
    expect(tickets(house)).toBe(0);
  });

  it('AP-13: neither does one in the text or title of an issue', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    const line = `/approve ${proposal.hash}`;
    await house.world.as('kim').openIssue({ repository, title: line, body: line });
    await house.settled();
    expect(ownRequests(house).length).toBe(0);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('approval.recorded');
  });
});

describe('a delivery', () => {
  it('WH-10: is answered before it is worked on, however long GitHub takes', async () => {
    const { house, proposal } = await waiting();
    const route = '/repos/{owner}/{repo}/collaborators/{username}/permission';
    const permission = house.github.fault({ match: { method: 'GET', route }, mode: 'hold' });
    await house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    const told = house.github.hooks.deliveries.findLast(({ event }) => event === 'issue_comment');
    expect(told).toMatchObject({ state: 'answered', status: 202 });
    await permission.hit;
    expect(tickets(house)).toBe(0);
    permission.release();
    await house.settled();
    expect(tickets(house)).toBe(1);
  });
});

function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value: Readonly<Record<string, unknown>> = JSON.parse(text);
  return value;
}
