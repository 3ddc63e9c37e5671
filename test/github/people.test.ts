import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(async () => {
  await scene.fake.close();
});

const permission = (username: string) =>
  scene.asApp.repos.getCollaboratorPermissionLevel({ ...home, username });

describe('an account that was deleted', () => {
  test('leaves what it wrote to the ghost, and no right to anybody', async () => {
    const { world } = scene.fake;
    world.team({ team: 'acme/sre', members: ['kim'] });
    const token = world.token('kim');
    const { number } = await world.as('kim').openIssue({ repository: homeName, title: 'T', body: 'b' });
    const comment = await world.as('kim').comment(homeName, number, 'said');
    world.commit({ repository: homeName, path: 'a', text: 'a', author: 'kim' });
    world.deleteUser('kim');
    const { data } = await scene.asApp.issues.getComment({ ...home, comment_id: comment.id });
    expect(data.user).toMatchObject({ login: 'ghost', id: 10_137 });
    expect(world.issue(homeName, number).author).toBe('ghost');
    const query = `query($id: ID!) { node(id: $id) { ... on IssueComment { author { login } } }
      repository(owner: "acme", name: "payments") { defaultBranchRef { target { ... on Commit { author { user { login } } } } } } }`;
    expect(await scene.asApp.graphql(query, { id: comment.nodeId })).toEqual({
      node: { author: null },
      repository: { defaultBranchRef: { target: { author: { user: null } } } },
    });
    expect((await scene.asApp.repos.getCommit({ ...home, ref: 'main' })).data.author).toBe(null);
    expect(await statusOf(permission('kim'))).toBe(404);
    expect(await statusOf(scene.client(token).repos.get(home))).toBe(401);
  });

  test('leaves its login to another person, with another id and no rights', async () => {
    const { world } = scene.fake;
    const before = (await permission('kim')).data.user?.id;
    world.deleteUser('kim');
    const { id } = world.user({ login: 'kim' });
    expect(id).not.toBe(before);
    expect((await permission('kim')).data).toMatchObject({ permission: 'none', user: { id } });
  });
});

describe('an author’s association', () => {
  test('does not show what a person may do through an organisation', async () => {
    const { world } = scene.fake;
    for (const login of ['olga', 'otto']) world.user({ login });
    world.organisationMember({ organisation: 'acme', login: 'olga', role: 'owner' });
    world.team({ team: 'acme/sre', members: ['otto'] });
    world.teamGrant({ team: 'acme/sre', repository: homeName, role: 'maintain' });
    world.commit({ repository: homeName, path: 'a', text: 'a', author: 'otto' });
    const shown = async (login: string) => {
      const { number } = await world.as(login).openIssue({ repository: homeName, title: 'T', body: 'b' });
      return (await scene.asApp.issues.get({ ...home, issue_number: number })).data.author_association;
    };
    expect([await shown('olga'), await shown('otto'), await shown('rita')]).toEqual([
      'NONE',
      'CONTRIBUTOR',
      'COLLABORATOR',
    ]);
    expect((await permission('olga')).data.permission).toBe('admin');
    expect((await permission('otto')).data.role_name).toBe('maintain');
  });
});

test('a repository that is archived is read-only, for the App too', async () => {
  const { world } = scene.fake;
  const { number } = await world.as('kim').openIssue({ repository: homeName, title: 'T', body: 'b' });
  await world.as('ana').archiveRepository(homeName);
  const at = { ...home, issue_number: number };
  expect((await scene.asApp.issues.get(at)).data.title).toBe('T');
  expect(await statusOf(scene.asApp.issues.createComment({ ...at, body: 'x' }))).toBe(403);
  await expect(world.as('ana').comment(homeName, number, 'x')).rejects.toThrow('403');
  await world.as('ana').archiveRepository(homeName, false);
  expect(await statusOf(scene.asApp.issues.createComment({ ...at, body: 'x' }))).toBe(201);
});

test('a comment that is hidden says so, and keeps its text and its times', async () => {
  const { world } = scene.fake;
  const { number } = await world.as('kim').openIssue({ repository: homeName, title: 'T', body: 'b' });
  const { id, nodeId } = await world.as('kim').comment(homeName, number, 'said');
  const get = async () => (await scene.asApp.issues.getComment({ ...home, comment_id: id })).data;
  const before = await get();
  await world.as('dana').minimizeComment(homeName, id);
  expect(await get()).toEqual({ ...before, minimized: { reason: 'off-topic' } });
  const query = 'query($id: ID!) { node(id: $id) { ... on IssueComment { isMinimized lastEditedAt } } }';
  expect(await scene.asApp.graphql(query, { id: nodeId })).toEqual({
    node: { isMinimized: true, lastEditedAt: null },
  });
});

test('a repository that was deleted is not there for anybody', async () => {
  const { world } = scene.fake;
  await world.as('ana').deleteRepository(homeName);
  expect(await statusOf(scene.asApp.repos.get(home))).toBe(404);
  expect(() => world.repositoryNow(homeName)).toThrow('no repository');
});

test('what an installation reaches counts at once, for tokens that were made before, too', async () => {
  const { fake, installation, asApp } = scene;
  fake.world.repository({ fullName: 'acme/archive' });
  expect(await statusOf(asApp.repos.get(home))).toBe(200);
  fake.world.reach({ installation, repositories: ['acme/archive'] });
  expect(await statusOf(asApp.repos.get(home))).toBe(404);
  fake.world.reach({ installation, repositories: null });
  expect(await statusOf(asApp.repos.get(home))).toBe(200);
});
