import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { Permissions } from '../github/world.ts';
import { sweep } from './deeds.ts';
import { approve, proposeThere, startPair, there } from './elsewhere.ts';
import { answers, repository, typesOf, type House, type Opened } from './house.ts';
import { holdTime, minute } from './time.ts';
import { writePolicy } from './under-policy.ts';

/** A pair in which both policies list a type of action. */
async function pairFor(type: string, optional: Permissions = {}): Promise<House> {
  const listed = `actions: {${type}: {}}`;
  return startPair((control) => `version: 1\naccepts: ${control}\n${listed}\n`, optional);
}

async function proposed(
  house: House,
  type: string,
  input: JsonObject,
  precondition: JsonObject | null = null,
): Promise<Opened> {
  const text = `version: 1\nactions: {${type}: {targets: [acme/public]}}\n`;
  return proposeThere(house, { type, input, precondition }, writePolicy(house, text));
}

/** An issue of the target, and one here that has the same number. */
async function issues(house: House): Promise<number> {
  const { world } = house;
  const here = await world.as('ana').openIssue({ repository, title: 'Ours', body: '' });
  const { number } = await world.as('ana').openIssue({ repository: there, title: 'Theirs', body: '' });
  expect(here.number).toBe(number);
  return number;
}

describe('every type of action is done at the target alone', () => {
  it('a comment', async () => {
    const house = await pairFor('github.issue.comment');
    const number = await issues(house);
    const proposal = await proposed(house, 'github.issue.comment', { number, body: 'Fixed.' });
    await approve(house, proposal);
    expect(house.world.comments(there, number)).toMatchObject([{ author: 'countersign[bot]' }]);
    expect(house.world.comments(repository, number)).toEqual([]);
    expect(answers(house, proposal.number)[0]).toContain('the result in acme/public');
    expect(house.github.violations).toEqual([]);
  });

  it('labels, which are looked for there, too', async () => {
    const house = await pairFor('github.issue.label');
    const number = await issues(house);
    await house.world.as('ana').label(repository, number, ['done']);
    const proposal = await proposed(house, 'github.issue.label', { number, labels: ['done'] });
    await approve(house, proposal);
    expect(house.world.issue(there, number).labels).toEqual(['done']);
    expect(typesOf(await house.run(proposal.hash))).toContain('write.answered');
  });

  it('a merge', async () => {
    const type = 'github.pull.merge';
    const house = await pairFor(type, { contents: 'write', pull_requests: 'read' });
    const { world } = house;
    const head = world.commit({ repository: there, path: 'a', text: 'a', branch: 'fix', author: 'dana' });
    const number = world.pull({ repository: there, head: 'fix', author: 'dana' });
    const input = { number, head, base: 'refs/heads/main', method: 'merge', title: 'Fix', message: '' };
    await approve(house, await proposed(house, type, input));
    expect(world.isMerged(there, number)).toBe(true);
  });

  it('a workflow, which is followed there to its end', async () => {
    const time = holdTime();
    const type = 'github.workflow.dispatch';
    const house = await pairFor(type, { actions: 'write' });
    const { world } = house;
    const text = `name: R
run-name: R \${{ inputs.countersign }}
on:
  workflow_dispatch:
    inputs:
      countersign:
`;
    const sha = world.commit({ repository: there, path: '.github/workflows/r.yml', text });
    const input = { workflow: 'r.yml', ref: 'refs/heads/main', inputs: {} };
    const proposal = await proposed(house, type, input, { ref: { name: 'refs/heads/main', sha } });
    await approve(house, proposal);
    const [run] = world.actionsRuns(there);
    world.progress({ repository: there, id: run?.id ?? 0, status: 'completed' });
    time.pass(minute);
    await sweep(house);
    expect(world.issue(repository, proposal.number).labels).toContain('countersign: done');
    expect(answers(house, proposal.number)[0]).toContain(`/acme/public/actions/runs/${run?.id}`);
    expect(house.github.violations).toEqual([]);
  });
});
