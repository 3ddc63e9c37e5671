import { describe, expect, it } from 'vitest';
import { digestIssue } from '../../lib/core/approval/decide.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { approveMeanwhile, decide, ownRequests } from './deeds.ts';
import {
  answers,
  propose,
  repository,
  startHouse,
  tickets,
  typesOf,
  type House,
  type Opened,
} from './house.ts';

const main = 'refs/heads/main';

/** A proposal that depends on the head of the default branch, which bo wrote. */
async function pinned(more: (house: House) => JsonObject = () => ({})): Promise<{
  readonly house: House;
  readonly proposal: Opened;
  readonly sha: string;
}> {
  const house = await startHouse();
  const sha = house.world.commit({ repository, path: 'values.yml', text: 'replicas: 2\n', author: 'bo' });
  const precondition = { ref: { name: main, sha }, ...more(house) };
  return { house, sha, proposal: await propose(house, { twist: { action: { precondition } } }) };
}

describe('an action that depends on its target', () => {
  it('is done while that reads as approved, and the audit says that it was compared', async () => {
    const { house, proposal } = await pinned();
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
    const types = typesOf(await house.run(proposal.hash));
    expect(types.indexOf('precondition.equal')).toBe(types.indexOf('write.started') - 1);
    expect(house.world.issue(repository, proposal.number).body).toContain('**Only if** `refs/heads/main`');
    expect(house.github.violations).toEqual([]);
  });

  it('costs three questions more than another: one for who is left, one with the approval, one right before the write', async () => {
    const { house, proposal } = await pinned();
    await decide(house, 'kim', proposal, 'approve');
    const own = ownRequests(house);
    expect(own).toHaveLength(18);
    expect(own.filter(({ creates }) => creates)).toHaveLength(3);
  });

  it('users 38, ID-20: is not done after a commit pushed behind the approval, and the result shows what differs', async () => {
    const { house, proposal, sha } = await pinned();
    let pushed = '';
    await approveMeanwhile(house, proposal, () => {
      pushed = house.world.commit({ repository, path: 'values.yml', text: 'replicas: 9\n', author: 'dana' });
    });
    expect(tickets(house)).toBe(0);
    const [result] = answers(house, proposal.number);
    expect(result).toContain('`precondition_failed`');
    expect(result).toContain(`| \`ref.sha\` | \`${sha}\` | \`${pushed}\` |`);
    const types = typesOf(await house.run(proposal.hash));
    expect(types).toContain('precondition.differed');
    expect(types).not.toContain('write.started');
    expect(house.world.checkRuns(repository)[0]).toMatchObject({ conclusion: 'failure' });
  });

  it('goes on by a resumption once its target reads as approved again, and then once', async () => {
    const { house, proposal, sha } = await pinned();
    await approveMeanwhile(house, proposal, () => {
      house.world.commit({ repository, path: 'values.yml', text: 'replicas: 9\n', author: 'dana' });
    });
    await decide(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(0);
    house.world.branch({ repository, name: 'main', sha });
    await decide(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
  });

  it('users 34: is not approved by whoever wrote the commit that it depends on', async () => {
    const { house, proposal } = await pinned();
    house.world.grant({ repository, login: 'bo', role: 'maintain' });
    await decide(house, 'bo', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`author_excluded`');
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('depends on an issue’s text and state, too', async () => {
    const house = await startHouse();
    const { number } = await house.world
      .as('bo')
      .openIssue({ repository, title: 'Down', body: 'since noon' });
    const digest = digestIssue({ title: 'Down', body: 'since noon' });
    const precondition = { issue: { number, state: 'open', digest } };
    const proposal = await propose(house, { twist: { action: { precondition } } });
    await house.world.as('bo').editIssue(repository, number, { body: 'since noon, and up again' });
    await approveMeanwhile(house, proposal, async () => {
      await house.world.as('kim').closeIssue(repository, number);
    });
    const [result] = answers(house, proposal.number);
    expect(result).toContain('| `issue.state` | `open` | `closed` |');
    expect(result).toContain(`| \`issue.digest\` | \`${digest}\` |`);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('write.started');
  });
});
