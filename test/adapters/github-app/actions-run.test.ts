import nock from 'nock';
import { expect, test } from 'vitest';
import { api, host, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const path = '/repos/acme/payments/actions/runs/8809';
const question = { repository, runId: '8809' };
const date = 'Mon, 30 Nov 2026 12:00:05 GMT';

function run(twist: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 8809,
    run_attempt: 2,
    path: '.github/workflows/countersign.yml',
    head_sha: 'a'.repeat(40),
    head_branch: 'main',
    event: 'workflow_dispatch',
    actor: { id: 1, login: 'dana', type: 'User' },
    triggering_actor: { id: 2, login: 'kim', type: 'User' },
    repository: { id: 7, full_name: 'acme/payments', owner: { id: 3, login: 'acme' }, private: true },
    conclusion: null,
    ...twist,
  };
}

test('an Actions run is read with both actors and GitHub’s own time', async () => {
  nock(api).get(path).reply(200, run(), { date });
  expect(await (await host()).actionsRun(question)).toEqual({
    ok: true,
    value: {
      id: '8809',
      attempt: 2,
      path: '.github/workflows/countersign.yml',
      sha: 'a'.repeat(40),
      branch: 'main',
      event: 'workflow_dispatch',
      actor: { id: '1', login: 'dana' },
      triggeringActor: { id: '2', login: 'kim' },
      repository: { id: '7', ownerId: '3', name: 'acme/payments', isPublic: false },
      readAt: '2026-11-30T12:00:05Z',
    },
  });
});

test('an id beyond 2^53 keeps every digit', async () => {
  const text = JSON.stringify(run()).replace('8809', '9007199254740993');
  nock(api).get(path).reply(200, text, { date, 'content-type': 'application/json' });
  expect(await (await host()).actionsRun(question)).toMatchObject({ value: { id: '9007199254740993' } });
});

test('a workflow file named with its ref is read as the file', async () => {
  nock(api)
    .get(path)
    .reply(200, run({ path: '.github/workflows/a.yml@refs/heads/main' }), { date });
  expect(await (await host()).actionsRun(question)).toMatchObject({
    value: { path: '.github/workflows/a.yml' },
  });
});

test.each([
  { actor: null },
  { triggering_actor: null },
  { id: '8809' },
  { id: -1 },
  { run_attempt: 0 },
  { run_attempt: 1.5 },
  { head_sha: 'main' },
  { event: null },
  { repository: { id: 7, full_name: 'acme/payments' } },
  { repository: { id: 7, full_name: 'acme/payments', owner: { id: 3 } } },
  { path: 7 },
])('an Actions run that does not read is unreadable: %o', async (twist) => {
  nock(api).get(path).reply(200, run(twist), { date });
  expect(await (await host()).actionsRun(question)).toMatchObject({
    ok: false,
    fault: { code: 'unreadable' },
  });
});

test.each([{}, { date: 'soon' }])('without GitHub’s time it is unreadable: %o', async (headers) => {
  nock(api).get(path).reply(200, run(), headers);
  expect(await (await host()).actionsRun(question)).toMatchObject({
    ok: false,
    fault: { code: 'unreadable' },
  });
});

test('that is not there is unreadable with its status', async () => {
  nock(api).get(path).reply(404, { message: 'Not Found' });
  expect(await (await host()).actionsRun(question)).toMatchObject({
    fault: { code: 'unreadable', status: 404 },
  });
});

test.each(['acme', 'acme/payments/x', '../payments', 'acme/..', 'acme/a b', '/payments', 'acme/', ''])(
  'of a repository that is none is not asked for: %j',
  async (name) => {
    const answer = await (await host()).actionsRun({ repository: name, runId: '1' });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'unreadable', status: null } });
  },
);

test('a fault never holds the answer’s text', async () => {
  nock(api).get(path).reply(404, { message: 'secret-canary' });
  expect(JSON.stringify(await (await host()).actionsRun(question))).not.toContain('canary');
});
