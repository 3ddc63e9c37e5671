import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
let clock = Date.parse('2026-11-30T12:00:00.400Z');
beforeAll(async () => {
  scene = await startScene({ now: () => clock });
});
afterAll(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

const tooMuch = 'é'.repeat(65_537);
const full = 'é'.repeat(65_536);

async function issueBy(login: string): Promise<number> {
  const { number } = await scene.fake.world
    .as(login)
    .openIssue({ repository: homeName, title: 'T', body: 'first' });
  return number;
}

describe('issues', () => {
  test('its author may edit and close it, with read alone', async () => {
    const number = await issueBy('rita');
    const rita = scene.fake.world.as('rita');
    expect((await rita.editIssue(homeName, number, { body: 'second' })).body).toBe('second');
    expect(await rita.closeIssue(homeName, number, 'not_planned')).toMatchObject({
      state: 'closed',
      stateReason: 'not_planned',
    });
    expect(await rita.reopenIssue(homeName, number)).toMatchObject({
      state: 'open',
      stateReason: 'reopened',
    });
  });

  test('others need triage to edit it', async () => {
    const number = await issueBy('dana');
    await expect(scene.fake.world.as('rita').editIssue(homeName, number, { body: 'x' })).rejects.toThrow(
      '403',
    );
    const edited = await scene.fake.world.as('toni').editIssue(homeName, number, { body: 'x' });
    expect(edited).toMatchObject({ body: 'x', author: 'dana' });
  });

  test('the time of the last edit is set by an edit of the body only', async () => {
    const number = await issueBy('dana');
    const dana = scene.fake.world.as('dana');
    clock += 60_000;
    expect((await dana.editIssue(homeName, number, { title: 'New' })).lastEditedAt).toBe(null);
    expect((await dana.editIssue(homeName, number, { body: 'first' })).lastEditedAt).toBe(null);
    expect((await dana.editIssue(homeName, number, { body: 'other' })).lastEditedAt).toBe(
      '2026-11-30T12:01:00Z',
    );
  });

  test('labels of somebody without push are dropped without a word', async () => {
    const asked = { repository: homeName, title: 'T', body: 'b', labels: ['countersign'] };
    expect((await scene.fake.world.as('rita').openIssue(asked)).labels).toEqual([]);
    expect((await scene.fake.world.as('dana').openIssue(asked)).labels).toEqual(['countersign']);
  });

  test('an over-long body is refused when it is opened', async () => {
    const asked = { ...home, title: 'T' };
    expect(await statusOf(scene.asApp.issues.create({ ...asked, body: full }))).toBe(201);
    expect(await statusOf(scene.asApp.issues.create({ ...asked, body: tooMuch }))).toBe(422);
  });

  test('an over-long edit answers 200 and keeps the old body (T11)', async () => {
    const number = await issueBy('dana');
    const { status, data } = await scene.asApp.issues.update({
      ...home,
      issue_number: number,
      body: tooMuch,
    });
    expect([status, data.body]).toEqual([200, 'first']);
    expect(scene.fake.world.issue(homeName, number)).toMatchObject({ body: 'first', lastEditedAt: null });
  });

  test('a locked issue takes comments from write and Apps only', async () => {
    const number = await issueBy('rita');
    await scene.fake.world.as('toni').lockIssue(homeName, number);
    await expect(scene.fake.world.as('rita').comment(homeName, number, 'x')).rejects.toThrow('403');
    expect(await scene.fake.world.as('dana').comment(homeName, number, 'x')).toMatchObject({
      author: 'dana',
    });
    expect(
      await statusOf(scene.asApp.issues.createComment({ ...home, issue_number: number, body: 'x' })),
    ).toBe(201);
  });

  test('a deleted issue answers 410, and a transferred one leads to where it is', async () => {
    const [gone, moved] = [await issueBy('dana'), await issueBy('dana')];
    scene.fake.world.repository({ fullName: 'acme/archive' });
    scene.fake.world.grant({ repository: 'acme/archive', login: 'ana', role: 'admin' });
    const ana = scene.fake.world.as('ana');
    await ana.comment(homeName, moved, 'goes with it');
    await expect(scene.fake.world.as('dana').deleteIssue(homeName, gone)).rejects.toThrow('403');
    await ana.deleteIssue(homeName, gone);
    const number = await ana.transferIssue(homeName, moved, 'acme/archive');
    expect(await statusOf(scene.asApp.issues.get({ ...home, issue_number: gone }))).toBe(410);
    const { data } = await scene.asApp.issues.get({ ...home, issue_number: moved });
    expect(data).toMatchObject({
      number,
      repository_url: `${scene.fake.url}/repos/acme/archive`,
      comments: 1,
    });
  });

  test('setting labels replaces those of people', async () => {
    const number = await issueBy('dana');
    await scene.fake.world.as('dana').label(homeName, number, ['urgent']);
    await scene.asApp.issues.update({ ...home, issue_number: number, labels: ['countersign'] });
    expect(scene.fake.world.issue(homeName, number).labels).toEqual(['countersign']);
  });

  test('a label is one label, whatever its case, and can be taken off once', async () => {
    const number = await issueBy('dana');
    const dana = scene.fake.world.as('dana');
    await dana.label(homeName, number, ['Alpha', 'beta']);
    await dana.label(homeName, number, ['alpha']);
    expect(scene.fake.world.issue(homeName, number).labels).toEqual(['Alpha', 'beta']);
    await dana.unlabel(homeName, number, 'ALPHA');
    await expect(dana.unlabel(homeName, number, 'alpha')).rejects.toThrow('404');
  });

  test('an issue cannot be opened where issues are off', async () => {
    scene.fake.world.repository({ fullName: 'acme/closed', hasIssues: false });
    expect(await statusOf(scene.asApp.issues.create({ owner: 'acme', repo: 'closed', title: 'T' }))).toBe(
      410,
    );
  });
});

describe('comments', () => {
  test('write may edit anybody’s, and the author’s name stays', async () => {
    const number = await issueBy('rita');
    const { id } = await scene.fake.world.as('rita').comment(homeName, number, 'harmless');
    await expect(scene.fake.world.as('toni').editComment(homeName, id, '/approve')).rejects.toThrow('403');
    const edited = await scene.fake.world.as('dana').editComment(homeName, id, '/approve');
    expect(edited).toMatchObject({ body: '/approve', author: 'rita' });
    expect(edited.lastEditedAt).not.toBe(null);
  });

  test('an App may edit anybody’s', async () => {
    const number = await issueBy('rita');
    const { id } = await scene.fake.world.as('kim').comment(homeName, number, 'mine');
    const { data } = await scene.asApp.issues.updateComment({ ...home, comment_id: id, body: 'not mine' });
    expect([data.user?.login, data.body]).toEqual(['kim', 'not mine']);
  });

  test('one by an App is marked, one by a person is not', async () => {
    const number = await issueBy('rita');
    const byApp = await scene.asApp.issues.createComment({ ...home, issue_number: number, body: 'x' });
    const token = scene.client(scene.fake.world.token('kim'));
    const byPerson = await token.issues.createComment({ ...home, issue_number: number, body: 'x' });
    expect(byApp.data).toMatchObject({
      user: { login: 'countersign[bot]', type: 'Bot' },
      performed_via_github_app: { id: scene.app.id, slug: 'countersign' },
    });
    expect(byPerson.data).toMatchObject({
      user: { login: 'kim', type: 'User' },
      performed_via_github_app: null,
    });
  });

  test('one by a person through an App is the person’s, and marked', async () => {
    const number = await issueBy('rita');
    const through = scene.client(scene.fake.world.userToken({ app: 'countersign', login: 'kim' }));
    const { data } = await through.issues.createComment({ ...home, issue_number: number, body: 'x' });
    expect(data).toMatchObject({
      user: { login: 'kim', type: 'User' },
      performed_via_github_app: { slug: 'countersign' },
    });
  });

  test('untouched ones may be updated a second after they were created', async () => {
    const number = await issueBy('rita');
    const kim = scene.client(scene.fake.world.token('kim'));
    const gaps = new Set<number>();
    for (const body of ['a', 'b', 'c', 'd']) {
      const { data } = await kim.issues.createComment({ ...home, issue_number: number, body });
      gaps.add(Date.parse(data.updated_at) - Date.parse(data.created_at));
    }
    expect(gaps).toEqual(new Set([0, 1_000]));
  });

  test('an over-long or empty one is refused', async () => {
    const number = await issueBy('rita');
    const post = (body: string) =>
      statusOf(scene.asApp.issues.createComment({ ...home, issue_number: number, body }));
    expect([await post(full), await post(tooMuch), await post(' ')]).toEqual([201, 422, 422]);
  });

  test('a deleted one is gone', async () => {
    const number = await issueBy('rita');
    const { id } = await scene.fake.world.as('rita').comment(homeName, number, 'x');
    await scene.fake.world.as('rita').deleteComment(homeName, id);
    expect(await statusOf(scene.asApp.issues.getComment({ ...home, comment_id: id }))).toBe(404);
    expect(scene.fake.world.comments(homeName, number)).toEqual([]);
  });
});
