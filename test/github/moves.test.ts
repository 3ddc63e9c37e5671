import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';
import type { IssueView } from './views.ts';

/** acme/payments and acme/archive, and an issue with one comment. umbra is another organisation. */
let scene: Scene;
let issue: IssueView;
beforeEach(async () => {
  scene = await startScene({
    events: ['issues', 'issue_comment', 'check_run', 'push', 'repository'],
  });
  const { world } = scene.fake;
  world.listen('countersign', 'http://127.0.0.1:9/');
  world.repository({ fullName: 'acme/archive' });
  for (const login of ['ana', 'dana']) world.grant({ repository: 'acme/archive', login, role: 'write' });
  world.repository({ fullName: 'umbra/elsewhere' });
  world.grant({ repository: 'umbra/elsewhere', login: 'dana', role: 'write' });
  issue = await world.as('kim').openIssue({ repository: homeName, title: 'T', body: 'b' });
  await world.as('kim').comment(homeName, issue.number, 'said');
  await scene.fake.hooks.idle();
  scene.fake.hooks.forget();
});
afterEach(async () => {
  await scene.fake.close();
});

/** What was told since the start, oldest first. */
const told = (from = 0) =>
  scene.fake.hooks.deliveries
    .filter(({ payload }) => payload !== '')
    .slice(from)
    .map(({ event, action, payload }) => ({ is: `${event}.${action ?? ''}`, payload: JSON.parse(payload) }));
const since = async (deed: () => Promise<unknown>) => {
  const before = scene.fake.hooks.deliveries.length;
  await deed();
  return told(before);
};
const get = (number = issue.number) => scene.asApp.issues.get({ ...home, issue_number: number });
const say = () => scene.asApp.issues.createComment({ ...home, issue_number: issue.number, body: 'x' });
const node = () =>
  scene.asApp.graphql('query($id: ID!) { node(id: $id) { ... on Issue { closed locked } } }', {
    id: issue.nodeId,
  });

describe('an issue', () => {
  test('that is locked takes comments from writers alone', async () => {
    const kim = scene.fake.world.as('kim');
    const events = await since(() => kim.lockIssue(homeName, issue.number));
    expect(events.map(({ is }) => is)).toEqual(['issues.locked']);
    await expect(scene.fake.world.as('rita').comment(homeName, issue.number, 'x')).rejects.toThrow('403');
    expect(await statusOf(say())).toBe(201);
    expect((await since(() => kim.unlockIssue(homeName, issue.number))).map(({ is }) => is)).toEqual([
      'issues.unlocked',
    ]);
  });

  test('that is transferred is another issue elsewhere, with its comments, and both places hear of it', async () => {
    const { world } = scene.fake;
    let number = 0;
    const events = await since(async () => {
      number = await world.as('dana').transferIssue(homeName, issue.number, 'acme/archive');
    });
    expect(events.map(({ is, payload }) => [is, payload.repository.full_name])).toEqual([
      ['issues.transferred', homeName],
      ['issues.opened', 'acme/archive'],
    ]);
    expect(events[0]?.payload.changes.new_issue).toMatchObject({ number, title: 'T' });
    expect(events[1]?.payload.changes.old_issue).toMatchObject({ id: issue.id });
    expect(world.issue('acme/archive', number).id).not.toBe(issue.id);
    expect(world.comments('acme/archive', number).map(({ body }) => body)).toEqual(['said']);
    // Who follows the redirect reads the issue under its new number.
    expect((await get()).data).toMatchObject({
      number,
      repository_url: `${scene.fake.url}/repos/acme/archive`,
    });
    await expect(node()).rejects.toThrow('Could not resolve to a node');
  });

  test('does not leave its owner', async () => {
    const { world } = scene.fake;
    await expect(world.as('dana').transferIssue(homeName, issue.number, 'umbra/elsewhere')).rejects.toThrow(
      '422',
    );
    await expect(world.as('rita').transferIssue(homeName, issue.number, 'acme/archive')).rejects.toThrow(
      '403',
    );
  });

  test('that became a discussion is closed and locked, and nobody comments on it', async () => {
    const events = await since(() => scene.fake.world.as('toni').convertIssue(homeName, issue.number));
    expect(events.map(({ is }) => is)).toEqual(['issues.locked', 'issues.closed']);
    expect((await get()).data).toMatchObject({ state: 'closed', locked: true });
    expect(await statusOf(say())).toBe(403);
    await expect(scene.fake.world.as('rita').convertIssue(homeName, issue.number)).rejects.toThrow('403');
  });

  test('that is deleted leaves its number alone, and an admin does it', async () => {
    const { world } = scene.fake;
    await expect(world.as('kim').deleteIssue(homeName, issue.number)).rejects.toThrow('403');
    const events = await since(() => world.as('ana').deleteIssue(homeName, issue.number));
    expect(events.map(({ is }) => is)).toEqual(['issues.deleted']);
    expect(await statusOf(get())).toBe(410);
    expect(await statusOf(say())).toBe(410);
    await expect(node()).rejects.toThrow('Could not resolve to a node');
  });
});

describe('a repository that was renamed', () => {
  test('keeps its id, is told, and is found under the old name', async () => {
    const { world } = scene.fake;
    const events = await since(() => world.as('ana').renameRepository(homeName, 'billing'));
    expect(events).toMatchObject([
      {
        is: 'repository.renamed',
        payload: {
          changes: { repository: { name: { from: 'payments' } } },
          repository: { id: scene.repository.id, full_name: 'acme/billing' },
          sender: { login: 'ana' },
        },
      },
    ]);
    expect((await scene.asApp.repos.get(home)).data.full_name).toBe('acme/billing');
    expect((await get()).data.title).toBe('T');
    const read =
      'query($follow: Boolean) { repository(owner: "acme", name: "payments", followRenames: $follow) { nameWithOwner databaseId } }';
    expect(await scene.asApp.graphql(read, { follow: true })).toEqual({
      repository: { nameWithOwner: 'acme/billing', databaseId: scene.repository.id },
    });
    await expect(scene.asApp.graphql(read, { follow: false })).rejects.toThrow(
      'Could not resolve to a Repository',
    );
  });

  test('leads reads on with 301 and writes with 307, to its number', async () => {
    await scene.fake.world.as('ana').renameRepository(homeName, 'billing');
    const ask = (method: string, path: string) =>
      fetch(`${scene.fake.url}${path}`, {
        method,
        redirect: 'manual',
        headers: { authorization: `token ${scene.fake.world.token('ana')}`, 'user-agent': 'x' },
        ...(method === 'POST' ? { body: '{"body":"x"}' } : {}),
      });
    const read = await ask('GET', '/repos/acme/payments/issues?state=all');
    expect([read.status, read.headers.get('location')]).toEqual([
      301,
      `${scene.fake.url}/repositories/${scene.repository.id}/issues?state=all`,
    ]);
    const write = await ask('POST', `/repos/acme/payments/issues/${issue.number}/comments`);
    expect([write.status, await write.json()]).toMatchObject([307, { message: 'Moved Permanently' }]);
    expect((await say()).data.body).toBe('x');
    expect(scene.fake.world.comments('acme/billing', issue.number)).toHaveLength(2);
  });

  test('loses the old name to who takes it', async () => {
    const { world } = scene.fake;
    await world.as('ana').renameRepository(homeName, 'billing');
    const { id } = world.repository({ fullName: homeName });
    expect((await scene.asApp.repos.get(home)).data.id).toBe(id);
    expect(await statusOf(get())).toBe(404);
  });

  test('is told to nobody who may not see it', async () => {
    await scene.fake.world.as('ana').renameRepository(homeName, 'billing');
    expect(await statusOf(scene.client(scene.fake.world.token('sven')).repos.get(home))).toBe(404);
    await expect(scene.fake.world.as('kim').renameRepository('acme/billing', 'x')).rejects.toThrow('403');
  });
});

describe('a repository that went to another owner', () => {
  test('is out of the installation’s reach, and the App is told', async () => {
    const events = await since(() => scene.fake.world.as('ana').transferRepository(homeName, 'umbra'));
    expect(events).toMatchObject([
      {
        is: 'installation_repositories.removed',
        payload: {
          installation: { id: scene.installation },
          repositories_removed: [{ id: scene.repository.id, full_name: homeName }],
        },
      },
    ]);
    expect(await statusOf(get())).toBe(404);
    await expect(node()).rejects.toThrow('Could not resolve to a node');
  });

  test('is told to the new owner’s installation, under the same id', async () => {
    const { world } = scene.fake;
    const installation = world.install({ app: 'countersign', account: 'umbra' });
    const events = await since(() => world.as('ana').transferRepository(homeName, 'umbra'));
    expect(events.map(({ is, payload }) => [is, payload.installation.id])).toEqual([
      ['installation_repositories.removed', scene.installation],
      ['installation_repositories.added', installation],
      ['repository.transferred', installation],
    ]);
    expect(events[2]?.payload).toMatchObject({
      changes: { owner: { from: { organization: { login: 'acme' } } } },
      repository: { id: scene.repository.id, full_name: 'umbra/payments' },
    });
    const there = scene.clientOf(scene.app, installation);
    expect((await there.issues.get({ ...home, issue_number: issue.number })).data.title).toBe('T');
  });
});

describe('a push', () => {
  test('is told with what it changed, and who pushed', async () => {
    const { world } = scene.fake;
    const before = world.repositoryNow(homeName).headSha;
    let after = '';
    const events = await since(async () => {
      after = await world
        .as('dana')
        .push({ repository: homeName, path: '.github/countersign.yml', text: 'a' });
    });
    expect(events).toMatchObject([
      {
        is: 'push.',
        payload: {
          ref: 'refs/heads/main',
          before,
          after,
          created: false,
          deleted: false,
          forced: false,
          commits: [{ id: after, added: ['.github/countersign.yml'], modified: [], removed: [] }],
          head_commit: { id: after, author: { username: 'dana' } },
          sender: { login: 'dana' },
          installation: { id: scene.installation },
        },
      },
    ]);
    expect(events[0]?.payload.action).toBe(undefined);
    await expect(world.as('rita').push({ repository: homeName, path: 'x', text: 'x' })).rejects.toThrow(
      '403',
    );
  });

  test('makes, moves by force, and deletes a branch', async () => {
    const { world } = scene.fake;
    const first = world.repositoryNow(homeName).headSha;
    const events = await since(async () => {
      const second = world.commit({
        repository: homeName,
        path: 'docs/runbook.md',
        text: null,
        branch: 'release',
      });
      world.branch({ repository: homeName, name: 'release', sha: first });
      world.branch({ repository: homeName, name: 'release', sha: null });
      world.tag({ repository: homeName, name: 'v1', sha: second });
      await scene.fake.hooks.idle();
    });
    const none = '0'.repeat(40);
    expect(
      events.map(({ payload: { ref, created, forced, deleted } }) => [ref, created, forced, deleted]),
    ).toEqual([
      ['refs/heads/release', true, false, false],
      ['refs/heads/release', false, true, false],
      ['refs/heads/release', false, false, true],
      ['refs/tags/v1', true, false, false],
    ]);
    expect(events[0]?.payload.commits).toMatchObject([{ removed: ['docs/runbook.md'] }]);
    expect(events[2]?.payload).toMatchObject({ after: none, head_commit: null, commits: [] });
  });

  test('is not told to an App that did not subscribe, or may not read contents', async () => {
    const { world } = scene.fake;
    const blind = world.app({ slug: 'blind', permissions: { issues: 'read' }, events: ['push'] });
    world.install({ app: blind.slug, account: 'acme' });
    world.listen(blind.slug, 'http://127.0.0.1:9/');
    const deaf = world.app({ slug: 'deaf', permissions: { contents: 'read' } });
    world.install({ app: deaf.slug, account: 'acme' });
    world.listen(deaf.slug, 'http://127.0.0.1:9/');
    await world.as('dana').push({ repository: homeName, path: 'x', text: 'x' });
    expect(scene.fake.hooks.deliveries.filter(({ event }) => event === 'push').map(({ app }) => app)).toEqual(
      ['countersign'],
    );
  });
});
