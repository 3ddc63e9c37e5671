import { describe, expect, it } from 'vitest';
import { ownRequests, say, waiting } from './deeds.ts';
import { answers, repository, tickets, typesOf, type House, type Opened } from './house.ts';
import { holdTime } from './time.ts';

async function expectRefused(house: House, { number, hash }: Opened, code: string): Promise<void> {
  expect(answers(house, number).at(-1)).toContain(`\`${code}\``);
  expect(typesOf(await house.run(hash))).toContain('command.refused');
  expect(typesOf(await house.run(hash))).not.toContain('approval.recorded');
  expect(tickets(house)).toBe(0);
  expect(house.github.violations).toEqual([]);
}

describe('an approval is refused', () => {
  it('AP-01: when it names only part of the hash, with the line to paste', async () => {
    const { house, proposal } = await waiting();
    await say(house, 'kim', proposal.number, `/approve ${proposal.hash.slice(0, 12)}`);
    await expectRefused(house, proposal, 'hash_incomplete');
    expect(answers(house, proposal.number)[0]).toContain(`\`\`\`text\n/approve ${proposal.hash}\n\`\`\``);
  });

  it('AP-45: when it names another hash', async () => {
    const { house, proposal } = await waiting();
    await say(house, 'kim', proposal.number, `/approve ${'0'.repeat(64)}`);
    await expectRefused(house, proposal, 'hash_unknown');
  });

  it('AP-37: by whoever started the run, also with an administrator’s role', async () => {
    const { house, proposal } = await waiting();
    house.world.grant({ repository, login: 'dana', role: 'admin' });
    await say(house, 'dana', proposal.number, `/approve ${proposal.hash}`);
    await expectRefused(house, proposal, 'initiator_excluded');
    expect(answers(house, proposal.number)[0]).not.toContain('```');
  });

  it('AP-37: by the triggering actor of a re-run', async () => {
    const { house, proposal } = await waiting({ triggeringActor: 'kim' });
    await say(house, 'kim', proposal.number, `/approve ${proposal.hash}`);
    await expectRefused(house, proposal, 'initiator_excluded');
  });

  it('AP-32: by someone who may write and is no approver', async () => {
    const { house, proposal } = await waiting();
    house.world.grant({ repository, login: 'bo', role: 'write' });
    await say(house, 'bo', proposal.number, `/approve ${proposal.hash}`);
    await expectRefused(house, proposal, 'not_eligible');
  });

  it('AP-20: when a comment is edited into one, by its own author', async () => {
    const { house, proposal } = await waiting();
    const comment = await house.world.as('kim').comment(repository, proposal.number, 'Looks good to me.');
    await house.world.as('kim').editComment(repository, comment.id, `/approve ${proposal.hash}`);
    await house.settled();
    await expectRefused(house, proposal, 'comment_edited');
  });

  it('AP-21: when a writer edits a maintainer’s comment into one', async () => {
    const { house, proposal } = await waiting();
    const comment = await house.world.as('kim').comment(repository, proposal.number, 'Looks good to me.');
    await house.world.as('ana').editComment(repository, comment.id, `/approve ${proposal.hash}`);
    await house.settled();
    await expectRefused(house, proposal, 'comment_edited');
    expect(typesOf(await house.run(proposal.hash))).toContain('alert.raised');
  });

  it('AP-22: when it was edited before it was looked at', async () => {
    const { house, proposal } = await waiting();
    const held = house.github.hooks.hold({ event: 'issue_comment' });
    const comment = await house.world
      .as('kim')
      .comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await house.world.as('kim').editComment(repository, comment.id, `/approve ${proposal.hash} `);
    held.remove();
    await house.github.hooks.release();
    await house.settled();
    await expectRefused(house, proposal, 'comment_edited');
  });

  it('AP-24: while the proposal’s text differs, until it reads as sealed and people approve anew', async () => {
    const time = holdTime();
    const { house, proposal } = await waiting();
    const { number, hash, body } = proposal;
    await house.world.as('dana').editIssue(repository, number, { body: body.replace('5xx', '4xx') });
    await house.settled();
    await say(house, 'kim', number, `/approve ${hash}`);
    await expectRefused(house, proposal, 'held');
    await house.world.as('dana').editIssue(repository, number, { body });
    await house.settled();
    time.pass(1000);
    await say(house, 'ana', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(1);
  });

  it('AP-24: when the text was another one as it was said, and was changed back before anybody looked', async () => {
    const { house, proposal } = await waiting();
    const { number, hash, body } = proposal;
    const edits = house.github.hooks.hold({ event: 'issues' });
    const comments = house.github.hooks.hold({ event: 'issue_comment' });
    const dana = house.world.as('dana');
    await dana.editIssue(repository, number, { body: body.replace('5xx', '4xx') });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await dana.editIssue(repository, number, { body });
    comments.remove();
    edits.remove();
    await house.github.hooks.release();
    await house.settled();
    await expectRefused(house, proposal, 'page_changed');
  });

  it('AP-36: when an app posted it for the person', async () => {
    const { house, proposal } = await waiting();
    const { world, github } = house;
    world.app({ slug: 'agent', permissions: { issues: 'write', metadata: 'read' } });
    world.install({ app: 'agent', account: 'acme' });
    const token = world.userToken({ app: 'agent', login: 'kim' });
    await fetch(`${github.url}/repos/${repository}/issues/${proposal.number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ body: `/approve ${proposal.hash}` }),
    });
    await house.settled();
    await expectRefused(house, proposal, 'through_app');
  });

  it('AP-43: when the issue is locked or closed', async () => {
    const { house, proposal } = await waiting();
    await house.world.as('kim').closeIssue(repository, proposal.number);
    await say(house, 'kim', proposal.number, `/approve ${proposal.hash}`);
    await expectRefused(house, proposal, 'issue_closed');
  });

  it('when a policy file appeared that has a fault, since nobody then knows the rule', async () => {
    const { house, proposal } = await waiting();
    house.world.commit({ repository, path: '.github/countersign.yml', text: 'version: 1\nfreeze: x\n' });
    await say(house, 'kim', proposal.number, `/approve ${proposal.hash}`);
    await expectRefused(house, proposal, 'policy_invalid');
  });

  it('AP-46: when the run is done, and tells where it stands', async () => {
    const { house, proposal } = await waiting();
    await say(house, 'kim', proposal.number, `/approve ${proposal.hash}`);
    await say(house, 'ana', proposal.number, `/approve ${proposal.hash}`);
    expect(answers(house, proposal.number).at(-1)).toContain('`not_waiting`');
    expect(tickets(house)).toBe(1);
  });
});

describe('nobody is answered', () => {
  it.each([
    ['AP-31: a stranger', 'lu'],
    ['AP-31: someone who may only read', 'bo'],
  ])('%s who approves', async (_, login) => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    await say(house, login, proposal.number, `/approve ${proposal.hash}`);
    expect(answers(house, proposal.number)).toEqual([]);
    expect(ownRequests(house)).toHaveLength(1);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('command.refused');
  });

  it('AP-56: a stranger costs one look at their right a minute, however much they say', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    for (let count = 0; count < 5; count += 1)
      await say(house, 'lu', proposal.number, `/approve ${proposal.hash}`);
    expect(ownRequests(house)).toHaveLength(1);
  });

  it('a comment that is no command costs no request', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    await say(house, 'kim', proposal.number, 'Thanks, looking into it. I might /approve later.');
    expect(ownRequests(house)).toEqual([]);
  });

  it('AP-34: a workflow that comments as github-actions[bot]', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    const token = house.world.jobToken({ repository, permissions: { issues: 'write' } });
    await fetch(`${house.github.url}/repos/${repository}/issues/${proposal.number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ body: `/approve ${proposal.hash}` }),
    });
    await house.settled();
    expect(ownRequests(house)).toEqual([]);
    expect(tickets(house)).toBe(0);
  });
});
