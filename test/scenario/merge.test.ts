import { expect, it } from 'vitest';
import { decide } from './deeds.ts';
import { answers, propose, repository, startHouse, typesOf, type House, type Opened } from './house.ts';
import { writePolicy } from './under-policy.ts';

const optional = { contents: 'write', pull_requests: 'read' } as const;

/** A proposal to merge a pull request at its present head. */
async function proposed(): Promise<{
  readonly house: House;
  readonly proposal: Opened;
  readonly number: number;
}> {
  const house = await startHouse({}, optional);
  const head = house.world.commit({ repository, path: 'a.txt', text: 'a', branch: 'fix', author: 'dana' });
  const number = house.world.pull({ repository, head: 'fix', author: 'dana' });
  const input = { number, head, base: 'refs/heads/main', method: 'merge', title: 'Fix', message: '' };
  const action = { type: 'github.pull.merge', input };
  const policy = writePolicy(house, 'version: 1\nactions: {github.pull.merge: {}}\n');
  return { house, number, proposal: await propose(house, { twist: { action, proposal: { policy } } }) };
}

it('an approved merge is done once and read back', async () => {
  const { house, proposal, number } = await proposed();
  await decide(house, 'kim', proposal, 'approve');
  expect(house.world.isMerged(repository, number)).toBe(true);
  expect(answers(house, proposal.number)[0]).toContain('all 5 fields are equal');
  expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
  expect(house.github.violations).toEqual([]);
});

it('ID-20: a pull request with a newer commit is not merged, and nothing is sent', async () => {
  const { house, proposal, number } = await proposed();
  house.world.commit({ repository, path: 'a.txt', text: 'b', branch: 'fix', author: 'dana' });
  await decide(house, 'kim', proposal, 'approve');
  expect(house.world.isMerged(repository, number)).toBe(false);
  expect(typesOf(await house.run(proposal.hash))).not.toContain('write.started');
  expect(answers(house, proposal.number)[0]).toContain('`precondition_failed`');
});

it('ID-20: a commit pushed in the last moment makes GitHub refuse the merge', async () => {
  const { house, proposal, number } = await proposed();
  const match = { method: 'GET', route: '/repos/{owner}/{repo}/pulls/{pull_number}' };
  const looking = house.github.fault({ match, mode: 'hold', skip: 2 });
  const approved = decide(house, 'kim', proposal, 'approve');
  await looking.hit;
  house.world.commit({ repository, path: 'a.txt', text: 'b', branch: 'fix', author: 'dana' });
  looking.release();
  await approved;
  expect(house.world.isMerged(repository, number)).toBe(false);
  expect(answers(house, proposal.number)[0]).toContain('answered with 409');
});
