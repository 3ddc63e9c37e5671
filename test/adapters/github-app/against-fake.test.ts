import { pino } from 'pino';
import { Probot } from 'probot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appHosts, type GitHubApp } from '../../../lib/adapters/github-app/app-hosts.ts';
import { effectAdapters } from '../../../lib/adapters/github-app/effects.ts';
import { probotOctokit } from '../../../lib/adapters/github-app/octokit.ts';
import { issueCreate } from '../../../lib/core/action/issue-create.ts';
import type { AppHost } from '../../../lib/core/port/app-host.ts';
import type { EffectAdapter } from '../../../lib/core/port/effects.ts';
import type { Result } from '../../../lib/core/result.ts';
import { homeName as repository, startScene, type Scene } from '../../github/scene.ts';
import { action as described, marker } from './issue-create.ts';

let scene: Scene;
let github: GitHubApp;
let host: AppHost;
let effect: EffectAdapter;
let issue: { readonly number: number; readonly nodeId: string };

const start = Date.parse('2026-11-30T12:00:00Z');
const since = '2026-11-30T11:58:00Z';
const action = {
  ...described,
  input: { title: 'Payments are down', body: 'Look here.', labels: ['Incident'], assignees: [] },
};

beforeEach(async () => {
  scene = await startScene({ now: () => start });
  const { app, fake, installation } = scene;
  const probot = new Probot({
    appId: app.id,
    privateKey: app.privateKey,
    secret: app.webhookSecret,
    baseUrl: fake.url,
    log: pino({ level: 'silent' }),
    Octokit: probotOctokit({ spacing: 'off' }).defaults({ retry: { retryAfterBaseValue: 0 } }),
  });
  github = { appId: String(app.id), authenticate: (id) => probot.auth(Number(id)) };
  host = await appHosts(github).installation(String(installation));
  const made = await effectAdapters(github).of({ type: action.type, installation: String(installation) });
  if (made === null) throw new Error('no adapter');
  effect = made;
  issue = await fake.world.as('dana').openIssue({ repository, title: 'T', body: 'b', labels: [] });
  fake.resetRequests();
});
afterEach(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

describe('reads', () => {
  test('an Actions run is told with its actors', async () => {
    const run = scene.fake.world.actionsRun({
      repository,
      path: '.github/workflows/countersign.yml',
      actor: 'dana',
      triggeringActor: 'kim',
    });
    expect(present(await host.actionsRun({ repository, runId: String(run.id) }))).toMatchObject({
      id: String(run.id),
      path: '.github/workflows/countersign.yml',
      event: 'workflow_dispatch',
      actor: { login: 'dana' },
      triggeringActor: { login: 'kim' },
      readAt: '2026-11-30T12:00:00Z',
    });
  });

  test.each([
    ['ana', 'admin'],
    ['kim', 'maintain'],
    ['dana', 'write'],
    ['toni', 'triage'],
    ['rita', 'read'],
    ['sven', 'none'],
    ['nobody-of-this-name', 'none'],
  ])('AP-31: the right of %s is %s', async (login, role) => {
    expect(present(await host.permissionOf({ repository, login }))).toMatchObject({ role });
  });

  test('AP-34: the App itself has no right', async () => {
    const own = present(await host.permissionOf({ repository, login: 'countersign[bot]' }));
    expect(own.role).toBe('none');
  });

  test('a custom role is read by what it may do', async () => {
    scene.fake.world.grant({ repository, login: 'sven', role: 'maintain', roleName: 'release-manager' });
    expect(present(await host.permissionOf({ repository, login: 'sven' }))).toMatchObject({
      role: 'maintain',
      roleName: 'release-manager',
    });
  });

  test('the people with a right are told', async () => {
    const { people, complete } = present(await host.collaborators({ repository }));
    expect(complete).toBe(true);
    expect(people.find(({ account }) => account.login === 'kim')).toMatchObject({ role: 'maintain' });
  });

  test('the thread is told as it stands, in one request', async () => {
    const { fake } = scene;
    const one = await fake.world.as('kim').comment(repository, issue.number, '/approve');
    const two = await fake.world.as('kim').comment(repository, issue.number, 'hello');
    await fake.world.as('dana').editComment(repository, two.id, 'bye');
    const kim = present(await host.permissionOf({ repository, login: 'kim' }));
    fake.resetRequests();
    const question = { repository, issueNodeId: issue.nodeId, commentNodeIds: [one.nodeId, two.nodeId] };
    const thread = present(await host.thread(question));
    expect(thread).toMatchObject({
      issue: { title: 'T', body: 'b', open: true, locked: false, repositoryId: String(scene.repository.id) },
      repositoryId: String(scene.repository.id),
      policy: { repository: null, organisation: null },
      comments: [
        { body: '/approve', lastEditedAt: null, authorId: kim.account.id },
        { body: 'bye', lastEditedAt: expect.stringMatching(/^2026-11-30T12:00/) },
      ],
    });
    expect(fake.requests.filter(({ route }) => route === '/graphql')).toHaveLength(1);
  });

  test('AP-25: a deleted comment is null, a policy file is seen', async () => {
    const { fake } = scene;
    const { id, nodeId } = await fake.world.as('kim').comment(repository, issue.number, '/approve');
    await fake.world.as('kim').deleteComment(repository, id);
    const text = 'frozen: x\n';
    const commit = fake.world.commit({ repository, path: '.github/countersign.yml', text });
    const question = { repository, issueNodeId: issue.nodeId, commentNodeIds: [nodeId] };
    const policy = { repository: { commit, text }, organisation: null };
    expect(present(await host.thread(question))).toMatchObject({ comments: [null], policy });
  });
});

describe('publishes', () => {
  test('one check run, found again and changed', async () => {
    const at = { repository, name: 'Countersign', sha: scene.repository.headSha, externalId: 'e'.repeat(64) };
    expect(present(await host.findCheckRun(at))).toBeNull();
    const output = { title: 'Waiting', summary: 's', text: 't' };
    const detailsUrl = 'https://github.com/acme/payments/issues/1';
    const made = present(
      await host.createCheckRun({ ...at, detailsUrl, conclusion: 'neutral', output, actions: [] }),
    );
    expect(present(await host.findCheckRun(at))).toEqual(made);
    expect(present(await host.findCheckRun({ ...at, externalId: 'other' }))).toBeNull();
    const change = { repository, id: made.id, conclusion: 'success', output, actions: [] } as const;
    expect(present(await host.updateCheckRun(change))).toEqual(made);
    expect(scene.fake.world.checkRuns(repository)).toMatchObject([{ conclusion: 'success' }]);
  });

  test('one comment, found again by its marker, and never somebody else’s', async () => {
    const question = { repository, issueNumber: issue.number, marker, since };
    await scene.fake.world.as('kim').comment(repository, issue.number, `copied\n\n${marker}`);
    expect(present(await host.findComment(question))).toBeNull();
    const body = `Done.\n\n${marker}`;
    const made = present(await host.comment({ repository, issueNumber: issue.number, body }));
    expect(present(await host.findComment(question))).toEqual(made);
  });

  test('labels and the end of the issue', async () => {
    const labels = ['countersign', 'countersign: done'];
    present(await host.updateIssue({ repository, issueNumber: issue.number, labels, close: 'completed' }));
    expect(scene.fake.world.issue(repository, issue.number)).toMatchObject({ state: 'closed', labels });
  });
});

describe('the effect', () => {
  test('is performed once, found and read back equal', async () => {
    const { status, ...made } = present(await effect.perform({ action, marker }));
    expect(status).toBe(201);
    expect(present(await effect.find({ action, marker, since }))).toEqual(made);
    const observed = present(await effect.readBack({ action, marker, effect: made }));
    expect(observed).toEqual(issueCreate.expected(action, marker));
  });

  test.each([
    ['lost-answer', 1],
    ['unreachable', 0],
  ] as const)('ID-02: after %s GitHub is not asked again, and a look tells', async (mode, landed) => {
    const route = '/repos/{owner}/{repo}/issues';
    scene.fake.fault({ match: { method: 'POST', route }, mode });
    expect(await effect.perform({ action, marker })).toMatchObject({
      fault: { code: 'ambiguous', status: null },
    });
    expect(scene.fake.requests.filter((one) => one.method === 'POST' && one.route === route)).toHaveLength(1);
    const found = present(await effect.find({ action, marker, since }));
    expect(found === null ? 0 : 1).toBe(landed);
    expect(scene.fake.world.issues(repository)).toHaveLength(1 + landed);
  });

  test('is not found in a copy that a person made', async () => {
    const body = `Look here.\n\n${marker}`;
    await scene.fake.world.as('dana').openIssue({ repository, title: 'Payments are down', body });
    expect(present(await effect.find({ action, marker, since }))).toBeNull();
  });

  test('ID-22: is read back as it is, when somebody changed it', async () => {
    const { status: _, ...made } = present(await effect.perform({ action, marker }));
    await scene.fake.world.as('ana').editIssue(repository, made.number ?? 0, { title: 'All is well' });
    const observed = present(await effect.readBack({ action, marker, effect: made }));
    expect(observed).toEqual({ ...issueCreate.expected(action, marker), title: 'All is well' });
  });

  test('is refused, and not sent, when no token is given', async () => {
    const route = '/app/installations/{installation_id}/access_tokens';
    scene.fake.fault({ match: { method: 'POST', route }, mode: 'status', status: 502, times: Infinity });
    expect(await effect.perform({ action, marker })).toMatchObject({
      fault: { code: 'refused', status: null },
    });
    expect(scene.fake.world.issues(repository)).toHaveLength(1);
  });
});

function present<Value>(answer: Result<Value, unknown>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  return answer.value;
}
