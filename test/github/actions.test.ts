import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene({ now: () => Date.parse('2026-11-30T12:00:00Z') });
});
afterAll(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

const file = '.github/workflows/countersign.yml';
const start = (login: string, more: object = {}) =>
  scene
    .client(scene.fake.world.token(login))
    .actions.createWorkflowDispatch({ ...home, workflow_id: 'countersign.yml', ref: 'main', ...more });

describe('an Actions run', () => {
  test('says who started it, from what, and who started it again', async () => {
    const { world } = scene.fake;
    const { id } = world.actionsRun({ repository: homeName, path: file, actor: 'dana' });
    world.actionsRun({ repository: homeName, id, path: file, actor: 'dana', triggeringActor: 'kim' });
    const { data, headers } = await scene.asApp.actions.getWorkflowRun({ ...home, run_id: id });
    expect(data).toMatchObject({
      id,
      run_attempt: 2,
      path: file,
      head_sha: scene.repository.headSha,
      head_branch: 'main',
      event: 'workflow_dispatch',
      actor: { login: 'dana' },
      triggering_actor: { login: 'kim' },
      repository: { id: scene.repository.id, owner: { id: scene.repository.ownerId } },
    });
    expect(headers.date).toBe('Mon, 30 Nov 2026 12:00:00 GMT');
  });

  test('that nobody made is not found', async () => {
    expect(await statusOf(scene.asApp.actions.getWorkflowRun({ ...home, run_id: 1 }))).toBe(404);
  });
});

describe('a workflow', () => {
  test('started without asking for details gives none', async () => {
    expect(await statusOf(start('dana', { inputs: { bundle: 'b' } }))).toBe(204);
  });

  test('started with details gives its run, and is in the list', async () => {
    const { data } = await scene
      .client(scene.fake.world.token('dana'))
      .request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
        ...home,
        workflow_id: 'countersign.yml',
        ref: 'main',
        return_run_details: true,
      });
    const id = Number(new Map(Object.entries<unknown>(data ?? {})).get('workflow_run_id'));
    const listed = await scene.asApp.actions.listWorkflowRuns({
      ...home,
      workflow_id: 'countersign.yml',
      event: 'workflow_dispatch',
    });
    expect(listed.data.workflow_runs[0]).toMatchObject({ id, path: file, actor: { login: 'dana' } });
  });

  test('can be started on the website', async () => {
    const run = await scene.fake.world.as('kim').dispatch(homeName, 'countersign.yml', { service: 'x' });
    expect(run).toMatchObject({ attempt: 1, path: file, event: 'workflow_dispatch' });
  });

  test.each([
    ['a commit instead of a branch', { ref: 'a'.repeat(40) }, 422],
    ['an input that it does not declare', { inputs: { nope: '1' } }, 422],
    ['another name', { workflow_id: 'nope.yml' }, 404],
  ])('is not started for %s', async (_name, more, status) => {
    expect(await statusOf(start('dana', more))).toBe(status);
  });

  test('is not started by read or triage', async () => {
    expect([await statusOf(start('rita')), await statusOf(start('toni'))]).toEqual([403, 403]);
  });
});
