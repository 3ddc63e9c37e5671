import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { Proposal } from '../../lib/core/proposal/proposal.ts';
import { replay } from '../../lib/core/run/advance.ts';
import type { Permissions } from '../github/world.ts';
import { decide, sweep } from './deeds.ts';
import { answers, propose, repository, startHouse, typesOf, type House, type Opened } from './house.ts';
import { hour, holdTime, minute, type TimeOfDay } from './time.ts';
import { writePolicy } from './under-policy.ts';

const path = '.github/workflows/rollback.yml';
const workflow = `name: Roll back
run-name: Roll back \${{ inputs.service }} (\${{ inputs.countersign }})
on:
  workflow_dispatch:
    inputs:
      service:
      countersign:
`;
/** Without it nothing is started: a policy must list the type. */
const listed = 'version: 1\nactions: {github.workflow.dispatch: {}, github.issue.create: {}}\n';
const dispatches = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches';
const input: JsonObject = {
  workflow: 'rollback.yml',
  ref: 'refs/heads/main',
  inputs: { service: 'payments' },
};

interface Scene {
  readonly time: TimeOfDay;
  readonly house: House;
  readonly proposal: Opened;
  readonly policy: Proposal['policy'];
}

/** A house with a workflow, and a proposal to start it. */
async function proposed(
  how: {
    readonly text?: string | null;
    readonly optional?: Permissions;
    readonly host?: 'server';
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Scene> {
  const time = holdTime();
  const { text = workflow, optional = { actions: 'write' } } = how;
  const house = await startHouse(how.environment ?? {}, optional, how.host);
  const policy = writePolicy(house, listed);
  const sha = text === null ? null : house.world.commit({ repository, path, text });
  const precondition = sha === null ? null : { ref: { name: 'refs/heads/main', sha } };
  const action = { type: 'github.workflow.dispatch', input, precondition };
  return { time, house, policy, proposal: await propose(house, { twist: { action, proposal: { policy } } }) };
}

async function approve({ house, proposal }: Scene): Promise<void> {
  await decide(house, 'kim', proposal, 'approve');
}

/** So much later the App looks for what is due. */
async function later({ house, time }: Scene, ms: number): Promise<void> {
  time.pass(ms);
  await sweep(house);
}

/** The runs of the workflow that was started. */
function started(house: House): readonly number[] {
  return house.world
    .actionsRuns(repository)
    .filter((run) => run.path === path)
    .map(({ id }) => id);
}

function sent(house: House): readonly number[] {
  return house.github.requests
    .filter(({ method, route }) => `${method} ${route}` === dispatches)
    .map(({ status }) => status);
}

function looks(house: House): number {
  return house.github.requests.filter(
    ({ route, path: asked }) =>
      route === '/repos/{owner}/{repo}/actions/runs/{run_id}' &&
      started(house).some((id) => asked.endsWith(`/${id}`)),
  ).length;
}

/** The proposal's check run, not the one that a policy's commit gets. */
function checkRunOf(house: House): unknown {
  return house.world.checkRuns(repository).find(({ name }) => name === 'Countersign');
}

async function stateOf({ house, proposal }: Scene): Promise<string> {
  return replay((await house.run(proposal.hash))?.entries ?? []).state;
}

describe('an approved start of a workflow', () => {
  it('is started once, watched until it ends, and done when it ended well', async () => {
    const scene = await proposed();
    const { house, proposal } = scene;
    expect(house.world.issue(repository, proposal.number).body).toContain(
      '**Proposed:** start the workflow `rollback.yml` at `refs/heads/main` in `acme/payments`, with the input `service`',
    );
    await approve(scene);
    expect(sent(house)).toEqual([200]);
    const [id = 0] = started(house);
    expect(await stateOf(scene)).toBe('verifying');
    expect(answers(house, proposal.number)).toEqual([]);
    expect(checkRunOf(house)).toMatchObject({ title: 'Started, not over yet' });

    house.world.progress({ repository, id, status: 'in_progress' });
    await later(scene, minute / 2);
    expect(await stateOf(scene)).toBe('verifying');

    house.world.progress({ repository, id, status: 'completed' });
    await later(scene, minute);
    const types = typesOf(await house.run(proposal.hash));
    expect(types.slice(types.indexOf('write.started'))).toEqual([
      'write.started',
      'write.answered',
      'readback.pending',
      'readback.pending',
      'readback.equal',
      'published',
      'published',
    ]);
    expect(answers(house, proposal.number)[0]).toContain('all 6 fields are equal');
    expect(answers(house, proposal.number)[0]).toContain(`/actions/runs/${id}`);
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
    expect(checkRunOf(house)).toMatchObject({ conclusion: 'success' });
    expect(sent(house)).toEqual([200]);
    expect(house.github.violations).toEqual([]);
  });

  it('is looked at again when its time has come, with no sweep between', async () => {
    const scene = await proposed({ environment: { COUNTERSIGN_FIRST_LOOK: '0.1' } });
    const { house, proposal } = scene;
    await approve(scene);
    const [id = 0] = started(house);
    house.world.progress({ repository, id, status: 'completed' });
    await expect.poll(async () => stateOf(scene), { timeout: 10_000 }).toBe('completed');
    await house.settled();
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(sent(house)).toEqual([200]);
  });

  it('ID-22: differs from what was approved when it ended in a failure, and is not started again', async () => {
    const scene = await proposed();
    const { house, proposal } = scene;
    await approve(scene);
    const [id = 0] = started(house);
    house.world.progress({ repository, id, status: 'completed', conclusion: 'failure' });
    await later(scene, minute);
    expect(await stateOf(scene)).toBe('mismatched');
    expect(answers(house, proposal.number)[0]).toContain('1 of 6 fields differ: `conclusion`');
    await decide(house, 'kim', proposal, 'resume');
    expect(await stateOf(scene)).toBe('mismatched');
    expect(started(house)).toHaveLength(1);
  });

  it('ID-02: is found by its name when the answer was lost, and not started again', async () => {
    const scene = await proposed();
    const { house, proposal } = scene;
    house.github.fault({ match: { method: 'POST', path: /\/dispatches$/ }, mode: 'lost-answer' });
    await approve(scene);
    expect(typesOf(await house.run(proposal.hash))).toContain('write.found');
    expect(started(house)).toHaveLength(1);
    expect(await stateOf(scene)).toBe('verifying');
  });

  it('ID-02: no run that a person starts under the same name is taken for it', async () => {
    const scene = await proposed();
    const { house, proposal } = scene;
    await approve(scene);
    const [id = 0] = started(house);
    house.world.progress({ repository, id, status: 'completed' });
    const { inputs } = JSON.parse(
      house.github.requests.find(({ path: asked }) => asked.endsWith('/dispatches'))?.body ?? '',
    );
    await house.world.as('dana').dispatch(repository, 'rollback.yml', inputs);
    await later(scene, minute);
    expect(started(house)).toHaveLength(2);
    expect(answers(house, proposal.number)[0]).toContain(`/actions/runs/${id}`);
  });

  it('is started on a host that does not say which run it is, and found there', async () => {
    const scene = await proposed({ host: 'server' });
    const { house, proposal } = scene;
    await approve(scene);
    expect(sent(house)).toEqual([422, 204]);
    const [id = 0] = started(house);
    house.world.progress({ repository, id, status: 'completed' });
    await later(scene, minute);
    expect(typesOf(await house.run(proposal.hash))).toContain('write.found');
    expect(await stateOf(scene)).toBe('completed');
  });

  it('keeps no other proposal waiting while it goes on', async () => {
    const scene = await proposed();
    const { house, policy } = scene;
    await approve(scene);
    const other = await propose(house, { twist: { proposal: { policy, nonce: 'f'.repeat(32) } } });
    await decide(house, 'kim', other, 'approve');
    expect(house.world.issue(repository, other.number).labels).toContain('countersign: done');
    expect(await stateOf(scene)).toBe('verifying');
  });

  it('is told as unverified when it has not ended within a day, after few looks, and looked at again on /resume', async () => {
    const scene = await proposed();
    const { house, proposal } = scene;
    await approve(scene);
    for (let passed = 0; passed <= 25; passed += 1) await later(scene, hour);
    expect(await stateOf(scene)).toBe('unverified');
    expect(looks(house)).toBeLessThan(30);
    expect(answers(house, proposal.number)[0]).toContain('`outcome_pending`');
    const [id = 0] = started(house);
    house.world.progress({ repository, id, status: 'completed' });
    await decide(house, 'kim', proposal, 'resume');
    expect(await stateOf(scene)).toBe('completed');
  });
});

describe('a start of a workflow is refused', () => {
  it.each([
    ['names its run without the key', workflow.replace(' (${{ inputs.countersign }})', '')],
    ['has no name for its runs', workflow.replace(/run-name.*\n/, '')],
    ['takes no key', workflow.replace('      countersign:\n', '')],
    ['is not there', null],
  ])('before anything is sent where the workflow %s', async (_, text) => {
    const scene = await proposed({ text });
    const { house, proposal } = scene;
    await approve(scene);
    expect(sent(house)).toEqual([]);
    expect(answers(house, proposal.number)[0]).toContain('`workflow_unfit`');
    expect(answers(house, proposal.number)[0]).toContain('Nothing was sent');
  });

  it('at intake where no policy lists the type', async () => {
    const house = await startHouse({}, { actions: 'write' });
    const action = { type: 'github.workflow.dispatch', input };
    const { number, hash } = await propose(house, { twist: { action } });
    expect(await house.run(hash)).toBeNull();
    expect(answers(house, number)[0]).toContain('`action_refused`');
    expect(answers(house, number)[0]).toContain('List its type under `actions`');
  });
});
