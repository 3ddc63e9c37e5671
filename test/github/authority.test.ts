import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Octokit } from '@octokit/rest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
let open: Scene;
beforeAll(async () => {
  scene = await startScene();
  open = await startScene({ visibility: 'public' });
  for (const { fake } of [scene, open])
    await fake.world.as('ana').openIssue({ repository: homeName, title: 'One', body: 'text' });
});
afterAll(async () => {
  for (const { fake } of [scene, open]) {
    expect(fake.violations).toEqual([]);
    await fake.close();
  }
});

const one = { ...home, issue_number: 1 } as const;
type Deed = (github: Octokit, at: Scene) => Promise<{ readonly status: number }>;
const deeds = {
  read: (github) => github.issues.get(one),
  comment: (github) => github.issues.createComment({ ...one, body: 'x' }),
  label: (github) => github.issues.addLabels({ ...one, labels: ['x'] }),
  retitle: (github) => github.issues.update({ ...one, title: 'New' }),
  checkRun: (github, { repository }) =>
    github.checks.create({ ...home, name: 'n', head_sha: repository.headSha, conclusion: 'neutral' }),
  people: (github) => github.repos.listCollaborators(home),
  dispatch: (github) =>
    github.actions.createWorkflowDispatch({ ...home, workflow_id: 'countersign.yml', ref: 'main' }),
} satisfies Readonly<Record<string, Deed>>;

async function statuses(at: Scene, github: Octokit): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const [name, deed] of Object.entries<Deed>(deeds)) found[name] = await statusOf(deed(github, at));
  return found;
}
const ask = async (at: Scene, username: string) =>
  (await at.asApp.repos.getCollaboratorPermissionLevel({ ...home, username })).data;
const asPerson = (at: Scene, login: string): Octokit => at.client(at.fake.world.token(login));

describe('people on a private repository', () => {
  test.each([
    ['ana', { read: 200, comment: 201, label: 200, retitle: 200, checkRun: 403, people: 200, dispatch: 204 }],
    [
      'dana',
      { read: 200, comment: 201, label: 200, retitle: 200, checkRun: 403, people: 200, dispatch: 204 },
    ],
    [
      'toni',
      { read: 200, comment: 201, label: 200, retitle: 200, checkRun: 403, people: 403, dispatch: 403 },
    ],
    [
      'rita',
      { read: 200, comment: 201, label: 403, retitle: 403, checkRun: 403, people: 403, dispatch: 403 },
    ],
    [
      'sven',
      { read: 404, comment: 404, label: 404, retitle: 404, checkRun: 404, people: 404, dispatch: 404 },
    ],
  ])('%s may do what the role allows', async (login, expected) => {
    expect(await statuses(scene, asPerson(scene, login))).toEqual(expected);
  });

  test('nobody reads it without a token', async () => {
    expect((await statuses(scene, scene.client()))['read']).toBe(404);
  });
});

describe('a public repository', () => {
  test('a stranger reads and comments, and changes nothing', async () => {
    expect(await statuses(open, asPerson(open, 'sven'))).toEqual({
      read: 200,
      comment: 201,
      label: 403,
      retitle: 403,
      checkRun: 403,
      people: 403,
      dispatch: 403,
    });
  });

  test('without a token it is read and not written', async () => {
    const found = await statuses(open, open.client());
    expect([found['read'], found['comment'], found['label']]).toEqual([200, 401, 401]);
  });
});

describe('Apps', () => {
  test('an App does what its permissions say', async () => {
    expect(await statuses(scene, scene.asApp)).toEqual({
      read: 200,
      comment: 201,
      label: 200,
      retitle: 200,
      checkRun: 201,
      people: 200,
      dispatch: 403,
    });
  });

  test('a job’s token does what the job’s permissions say, and no more', async () => {
    const reading = scene.fake.world.jobToken({ repository: homeName, permissions: { issues: 'read' } });
    expect(await statuses(scene, scene.client(reading))).toEqual({
      read: 200,
      comment: 403,
      label: 403,
      retitle: 403,
      checkRun: 403,
      people: 200,
      dispatch: 403,
    });
  });

  test('a refusal says what is missing', async () => {
    const reading = scene.client(
      scene.fake.world.jobToken({ repository: homeName, permissions: { issues: 'read' } }),
    );
    await expect(deeds.comment(reading)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('Resource not accessible by integration'),
      response: { headers: { 'x-accepted-github-permissions': 'issues=write' } },
    });
  });

  test('an App does not reach a repository that it is not installed on', async () => {
    scene.fake.world.repository({ fullName: 'other/secret' });
    scene.fake.world.repository({ fullName: 'other/open', visibility: 'public' });
    const asked = { owner: 'other', title: 't' };
    expect(await statusOf(scene.asApp.issues.create({ ...asked, repo: 'secret' }))).toBe(404);
    expect(await statusOf(scene.asApp.issues.create({ ...asked, repo: 'open' }))).toBe(403);
    expect(await statusOf(scene.asApp.repos.get({ owner: 'other', repo: 'open' }))).toBe(200);
  });

  test('a token for fewer permissions than the installation has holds no more', async () => {
    const { data } = await scene.asJwt.apps.createInstallationAccessToken({
      installation_id: scene.installation,
      permissions: { issues: 'read' },
    });
    expect(data.permissions).toEqual({ metadata: 'read', issues: 'read' });
    expect(await statusOf(deeds.comment(scene.client(data.token)))).toBe(403);
  });

  test('a token for more permissions than the installation has is refused', async () => {
    const asked = scene.asJwt.apps.createInstallationAccessToken({
      installation_id: scene.installation,
      permissions: { contents: 'write' },
    });
    expect(await statusOf(asked)).toBe(422);
  });

  test('a token that nobody was given, and a JWT by another key, are refused', async () => {
    expect(await statusOf(deeds.read(scene.client('ghp_nobody')))).toBe(401);
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"iss":${scene.app.id}}`).toString('base64url')}.x`;
    expect(await statusOf(scene.client(forged).request('GET /app'))).toBe(401);
  });
});

describe('what GitHub says of a person’s right', () => {
  test.each([
    ['ana', 'admin', 'admin', { admin: true, maintain: true, push: true, triage: true, pull: true }],
    ['kim', 'write', 'maintain', { admin: false, maintain: true, push: true, triage: true, pull: true }],
    ['dana', 'write', 'write', { admin: false, maintain: false, push: true, triage: true, pull: true }],
    ['toni', 'read', 'triage', { admin: false, maintain: false, push: false, triage: true, pull: true }],
    ['rita', 'read', 'read', { admin: false, maintain: false, push: false, triage: false, pull: true }],
    ['sven', 'none', '', { admin: false, maintain: false, push: false, triage: false, pull: false }],
  ])('%s: %s, by the role %s', async (login, permission, roleName, permissions) => {
    const said = await ask(scene, login);
    expect(said).toMatchObject({ permission, role_name: roleName, user: { login, permissions } });
  });

  test('a custom role has its own name over the rights of its base', async () => {
    scene.fake.world.user({ login: 'cora' });
    scene.fake.world.grant({
      repository: homeName,
      login: 'cora',
      role: 'maintain',
      roleName: 'release-lead',
    });
    const said = await ask(scene, 'cora');
    expect(said).toMatchObject({
      permission: 'write',
      role_name: 'release-lead',
      user: { permissions: { maintain: true } },
    });
  });

  test('any person reads a public repository, and is still no collaborator', async () => {
    expect(await ask(open, 'sven')).toMatchObject({ permission: 'read', role_name: 'read' });
    const { data } = await open.asApp.repos.listCollaborators(home);
    expect(data.map(({ login }) => login)).not.toContain('sven');
  });

  test('a bot has no right, and an unknown login is no user', async () => {
    expect(await ask(open, 'countersign[bot]')).toMatchObject({ permission: 'none', user: { type: 'Bot' } });
    expect(
      await statusOf(scene.asApp.repos.getCollaboratorPermissionLevel({ ...home, username: 'nobody' })),
    ).toBe(404);
  });

  test('the list of collaborators can be narrowed to a right', async () => {
    const { data } = await scene.asApp.repos.listCollaborators({ ...home, permission: 'maintain' });
    expect(data.map(({ login }) => login)).toEqual(expect.arrayContaining(['ana', 'kim']));
    expect(data.map(({ login }) => login)).not.toContain('dana');
  });

  test('a right that was taken is gone at the next question', async () => {
    scene.fake.world.user({ login: 'maxi' });
    scene.fake.world.grant({ repository: homeName, login: 'maxi', role: 'maintain' });
    expect(await ask(scene, 'maxi')).toMatchObject({ role_name: 'maintain' });
    scene.fake.world.grant({ repository: homeName, login: 'maxi', role: null });
    expect(await ask(scene, 'maxi')).toMatchObject({ permission: 'none' });
  });

  test('a renamed account keeps its number', async () => {
    const { id } = scene.fake.world.user({ login: 'old-name' });
    scene.fake.world.rename({ login: 'old-name', to: 'new-name' });
    expect((await scene.asApp.users.getByUsername({ username: 'new-name' })).data.id).toBe(id);
    expect(await statusOf(scene.asApp.users.getByUsername({ username: 'old-name' }))).toBe(404);
  });
});
