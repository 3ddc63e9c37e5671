import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { decide } from './deeds.ts';
import { answers, propose, repository, startHouse, typesOf, type House, type Opened } from './house.ts';
import { writePolicy } from './under-policy.ts';

const path = '.github/workflows/rollback.yml';
const text =
  'run-name: Roll back (${{ inputs.countersign }})\non:\n  workflow_dispatch:\n    inputs:\n      countersign:\n';
const input: JsonObject = { workflow: 'rollback.yml', ref: 'refs/heads/main', inputs: {} };
const starts = {
  method: 'POST',
  route: '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
  actor: 'countersign[bot]',
};

/** A house whose App may do this besides, and a proposal to start a workflow there. */
async function proposed(
  actions: 'read' | 'write',
): Promise<{ readonly house: House; readonly proposal: Opened }> {
  const house = await startHouse({}, { actions });
  const policy = writePolicy(house, 'version: 1\nactions: {github.workflow.dispatch: {}}\n');
  house.world.commit({ repository, path, text });
  const action = { type: 'github.workflow.dispatch', input };
  return { house, proposal: await propose(house, { twist: { action, proposal: { policy } } }) };
}

function started(house: House): number {
  return house.world.actionsRuns(repository).filter((run) => run.path === path).length;
}

function checkRunOf(house: House): { readonly title: string | null; readonly summary: string | null } {
  const found = house.world.checkRuns(repository).find(({ name }) => name === 'Countersign');
  if (found === undefined) throw new Error('no check run');
  return found;
}

describe('a permission that the App lacks', () => {
  it('is told when the proposal is taken in, keeps it from being approved, and from then on does not', async () => {
    const { house, proposal } = await proposed('read');
    const { number, hash } = proposal;
    expect(checkRunOf(house).title).toBe('The App lacks a permission for this');
    expect(checkRunOf(house).summary).toContain('The App lacks `actions: write`');

    await decide(house, 'kim', proposal, 'approve');
    expect(answers(house, number)[0]).toContain('It lacks `actions: write`.');
    expect(answers(house, number)[0]).toContain('`permission_missing`');
    expect(typesOf(await house.run(hash))).not.toContain('approval.recorded');

    house.permit({ actions: 'write' });
    await decide(house, 'kim', proposal, 'approve');
    expect(started(house)).toBe(1);
    expect(checkRunOf(house).title).toBe('Started, not over yet');
    expect(house.github.violations).toEqual([]);
  });

  it('is told before anything is sent where it was taken away after the approval; /resume goes on when it is back', async () => {
    const { house, proposal } = await proposed('write');
    const { number, hash } = proposal;
    const route = '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs';
    const cut = house.github.fault({
      match: { method: 'GET', route },
      mode: 'status',
      status: 502,
      times: 20,
    });
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await cut.hit;
    await house.restart(async () => {
      cut.remove();
      house.permit({ actions: 'read' });
    });
    await house.settled();
    expect(typesOf(await house.run(hash))).not.toContain('write.started');
    expect(answers(house, number)[0]).toContain('It needs `actions: write`. Nothing was sent.');

    await decide(house, 'kim', proposal, 'resume');
    expect(started(house)).toBe(0);
    house.permit({ actions: 'write' });
    await decide(house, 'kim', proposal, 'resume');
    expect(started(house)).toBe(1);
  });

  it('is told when GitHub turns the write itself away; /resume sends it again, once', async () => {
    const { house, proposal } = await proposed('write');
    const { number, hash } = proposal;
    house.github.fault({
      match: starts,
      mode: 'status',
      status: 403,
      message: 'Resource not accessible by integration',
    });
    await decide(house, 'kim', proposal, 'approve');
    expect(started(house)).toBe(0);
    expect(answers(house, number)[0]).toContain('GitHub turned the request away');

    await decide(house, 'kim', proposal, 'resume');
    expect(started(house)).toBe(1);
    const types = typesOf(await house.run(hash));
    expect(types.filter((type) => type === 'write.started')).toHaveLength(2);
    expect(types).toContain('write.answered');
  });
});
