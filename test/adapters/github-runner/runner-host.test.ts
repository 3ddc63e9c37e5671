import { Octokit } from '@octokit/rest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readIssue, readRun } from '../../../lib/adapters/github-runner/answers.ts';
import { runnerHost } from '../../../lib/adapters/github-runner/runner-host.ts';
import type { RunnerHost } from '../../../lib/core/port/runner-host.ts';
import { homeName, startScene, type Scene } from '../../github/scene.ts';

let scene: Scene;
let host: RunnerHost;
let runId: string;

beforeEach(async () => {
  scene = await startScene();
  const { world } = scene.fake;
  const permissions = { issues: 'write', actions: 'read', contents: 'read' } as const;
  host = runnerHost(scene.client(world.jobToken({ repository: homeName, permissions })));
  const path = '.github/workflows/countersign.yml';
  runId = String(world.actionsRun({ repository: homeName, path, actor: 'dana', triggeringActor: 'kim' }).id);
});
afterEach(() => scene.fake.close());

const issue = { repository: homeName, title: 'One', body: 'Text\n', labels: ['countersign'] };
const post = { method: 'POST', route: '/repos/{owner}/{repo}/issues' };

describe('what the runner asks of GitHub', () => {
  it('reads the policy of its repository’s default branch, and knows when there is none', async () => {
    expect(await host.policies({ repository: homeName, target: null })).toEqual({
      ok: true,
      value: { repository: null, organisation: null, target: null },
    });
    const file = { repository: homeName, path: '.github/countersign.yml', text: 'version: 1\n' };
    const commit = scene.fake.world.commit(file);
    expect(await host.policies({ repository: homeName, target: null })).toEqual({
      ok: true,
      value: { repository: { commit, text: 'version: 1\n' }, organisation: null, target: null },
    });
    expect(scene.fake.violations).toEqual([]);
    expect(await host.policies({ repository: 'acme/none', target: null })).toMatchObject({
      fault: { code: 'unreadable' },
    });
    expect(await host.policies({ repository: 'acme', target: null })).toMatchObject({
      fault: { code: 'unreadable' },
    });
  });

  it('reads with it the repository that an action is for, by the name it has now', async () => {
    const { world } = scene.fake;
    world.repository({ fullName: 'acme/website', visibility: 'public' });
    world.repository({ fullName: 'acme/secret', visibility: 'private' });
    const { id } = world.repositoryNow('acme/website');
    const count = scene.fake.requests.length;
    const read = await host.policies({ repository: homeName, target: 'acme/website' });
    expect(read).toMatchObject({
      ok: true,
      value: { repository: null, target: { id: String(id), name: 'acme/website', isPublic: true } },
    });
    expect(read.ok && read.value.target?.ownerId).toBe(String(scene.repository.ownerId));
    expect(scene.fake.requests).toHaveLength(count + 1);
    for (const target of ['acme/secret', 'acme/none'])
      expect(await host.policies({ repository: homeName, target })).toMatchObject({
        ok: true,
        value: { repository: null, target: null },
      });
    expect(scene.fake.violations).toEqual([]);
    expect(await host.policies({ repository: homeName, target: 'acme' })).toMatchObject({ ok: false });
  });

  it('reads its Actions run, with ids as texts and GitHub’s own time', async () => {
    const run = await host.actionsRun({ repository: homeName, runId });
    expect(run).toMatchObject({
      ok: true,
      value: {
        id: runId,
        attempt: 1,
        path: '.github/workflows/countersign.yml',
        event: 'workflow_dispatch',
        actor: { login: 'dana', id: expect.stringMatching(/^\d+$/) },
        triggeringActor: { login: 'kim' },
        repository: { id: String(scene.repository.id), name: homeName },
        readAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      },
    });
    expect(scene.fake.violations).toEqual([]);
  });

  it('lists open proposals, newest first, and nothing else', async () => {
    const kim = scene.fake.world.as('kim');
    await kim.openIssue({ repository: homeName, title: 'a', body: '', labels: ['countersign'] });
    await kim.openIssue({ repository: homeName, title: 'b', body: '', labels: ['bug'] });
    await kim.openIssue({ repository: homeName, title: 'c', body: '', labels: ['countersign'] });
    await kim.closeIssue(
      homeName,
      (await kim.openIssue({ repository: homeName, title: 'd', body: '', labels: ['countersign'] })).number,
    );
    const open = await host.openProposals({ repository: homeName });
    expect(open.ok && open.value.map(({ title }) => title)).toEqual(['c', 'a']);
  });

  it('opens an issue once, and gives it back as it was stored', async () => {
    const opened = await host.openIssue(issue);
    expect(opened).toMatchObject({
      ok: true,
      value: { number: 1, title: 'One', body: 'Text\n', open: true },
    });
    expect(scene.fake.violations).toEqual([]);
  });

  it.each([
    ['lost-answer', {}, 'ambiguous'],
    ['unreachable', {}, 'ambiguous'],
    ['status', { status: 500 }, 'ambiguous'],
    ['status', { status: 504, applied: true }, 'ambiguous'],
    ['status', { status: 408 }, 'ambiguous'],
    ['status', { status: 401 }, 'refused'],
    ['status', { status: 403 }, 'refused'],
    ['status', { status: 404 }, 'refused'],
    ['status', { status: 410 }, 'refused'],
    ['status', { status: 422 }, 'refused'],
    ['status', { status: 429 }, 'refused'],
  ] as const)('a write that ends with %s %j is %s, and is sent once', async (mode, more, code) => {
    scene.fake.fault({ match: post, mode, ...more });
    const opened = await host.openIssue(issue);
    expect(opened).toMatchObject({ ok: false, fault: { code } });
    expect(scene.fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('reads that fail are told without the answer’s text', async () => {
    expect(await host.actionsRun({ repository: homeName, runId: '1' })).toMatchObject({
      ok: false,
      fault: {
        code: 'refused',
        status: 404,
        what: 'GitHub answered 404 (not there, or the token may not see it)',
      },
    });
    scene.fake.fault({ match: { method: 'GET' }, mode: 'unreachable' });
    expect(await host.openProposals({ repository: homeName })).toMatchObject({
      ok: false,
      fault: { code: 'unreadable', status: null, what: 'no answer from GitHub' },
    });
  });

  it.each(['acme', 'acme/pay/ments', 'acme/../x', ''])(
    'a place that is no repository is not asked for: %j',
    async (repository) => {
      const count = scene.fake.requests.length;
      expect((await host.actionsRun({ repository, runId })).ok).toBe(false);
      expect((await host.openProposals({ repository })).ok).toBe(false);
      expect((await host.openIssue({ ...issue, repository })).ok).toBe(false);
      expect((await host.policies({ repository, target: null })).ok).toBe(false);
      expect((await host.policies({ repository: homeName, target: repository })).ok).toBe(false);
      expect((await host.actionsRun({ repository: homeName, runId: '1e3' })).ok).toBe(false);
      expect(scene.fake.requests).toHaveLength(count);
    },
  );
});

describe('an answer that is not what GitHub promises', () => {
  const answering = (data: unknown, headers: Record<string, string> = {}): RunnerHost =>
    runnerHost(
      new Octokit({
        request: {
          fetch: () =>
            Promise.resolve(
              new Response(JSON.stringify(data), {
                status: 201,
                headers: { 'content-type': 'application/json', ...headers },
              }),
            ),
        },
      }),
    );

  it('a run without a time cannot be read: the runner’s clock decides nothing', async () => {
    const answer = await answering({ id: 1 }).actionsRun({ repository: homeName, runId });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  it('an issue that was stored with another text was not opened', async () => {
    const stored = {
      id: 1,
      node_id: 'I_1',
      number: 1,
      html_url: 'u',
      title: 'One',
      body: 'Te',
      state: 'open',
      user: { id: 2, login: 'x' },
    };
    expect(await answering(stored).openIssue(issue)).toMatchObject({ ok: false, fault: { code: 'refused' } });
    expect(await answering({}).openIssue(issue)).toMatchObject({ ok: false, fault: { code: 'ambiguous' } });
  });

  const run = {
    id: 1,
    run_attempt: 1,
    path: '.github/workflows/x.yml@refs/heads/main',
    head_sha: 'a',
    head_branch: null,
    event: 'schedule',
    actor: { id: 2, login: 'x' },
    triggering_actor: { id: 2, login: 'x' },
    repository: { id: 3, full_name: 'a/b', owner: { id: 4 }, private: true },
  };

  it('a workflow’s path comes without the ref that some answers add', () => {
    expect(readRun(run, 'now')).toMatchObject({ path: '.github/workflows/x.yml', branch: null });
  });

  it('SE-08: tells whether anybody can read the repository; where GitHub does not say, the run is none', () => {
    const { private: _, ...unsaid } = run.repository;
    const told = (repository: object): unknown => readRun({ ...run, repository }, 'now');
    expect(told(run.repository)).toMatchObject({ repository: { isPublic: false } });
    expect(told({ ...unsaid, private: false })).toMatchObject({ repository: { isPublic: true } });
    expect(told(unsaid)).toBeNull();
  });

  it.each(['id', 'run_attempt', 'path', 'head_sha', 'event', 'actor', 'triggering_actor', 'repository'])(
    'a run without %s is no run',
    (member) => {
      expect(readRun({ ...run, [member]: undefined }, 'now')).toBeNull();
    },
  );

  it.each([null, 'x', 7, {}, { id: 2 ** 60 }, { id: '1' }])('%j is no issue', (data) => {
    expect(readIssue(data)).toBeNull();
  });
});
