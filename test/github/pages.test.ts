import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
let clock = Date.parse('2026-11-30T12:00:00Z');
beforeAll(async () => {
  scene = await startScene({ now: () => clock });
  const dana = scene.fake.world.as('dana');
  for (let number = 1; number <= 7; number += 1) {
    clock += 10_000;
    await dana.openIssue({
      repository: homeName,
      title: `T${number}`,
      body: 'b',
      labels: number > 4 ? ['countersign'] : [],
    });
    await dana.comment(homeName, 1, `c${number}`);
  }
});
afterAll(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

const comments = async (more: object) =>
  (await scene.asApp.issues.listComments({ ...home, issue_number: 1, ...more })).data.map(({ body }) => body);

describe('lists', () => {
  test('come in pages that link to one another', async () => {
    const first = await scene.asApp.issues.listComments({ ...home, issue_number: 1, per_page: 3 });
    expect(first.headers.link).toContain(
      `<${scene.fake.url}/repos/acme/payments/issues/1/comments?per_page=3&page=2>; rel="next"`,
    );
    const all = await scene.asApp.paginate(scene.asApp.issues.listComments, {
      ...home,
      issue_number: 1,
      per_page: 3,
    });
    expect(all.map(({ body }) => body)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
  });

  test('of comments begin with what was changed since', async () => {
    expect(await comments({ since: '2026-11-30T12:00:50Z' })).toEqual(
      expect.arrayContaining(['c5', 'c6', 'c7']),
    );
    expect(await comments({ since: '2026-11-30T12:00:50Z' })).not.toContain('c3');
  });

  test('of a repository’s comments can be sorted by the last change', async () => {
    const { data } = await scene.asApp.issues.listCommentsForRepo({
      ...home,
      sort: 'created',
      direction: 'desc',
      per_page: 2,
    });
    expect(data.map(({ body }) => body)).toEqual(['c7', 'c6']);
  });

  test('of issues are newest first, open, and narrowed by labels', async () => {
    const titles = async (more: object) =>
      (await scene.asApp.issues.listForRepo({ ...home, ...more })).data.map(({ title }) => title);
    expect(await titles({ per_page: 3 })).toEqual(['T7', 'T6', 'T5']);
    expect(await titles({ labels: 'countersign', direction: 'asc' })).toEqual(['T5', 'T6', 'T7']);
    await scene.fake.world.as('dana').closeIssue(homeName, 6);
    expect(await titles({ labels: 'Countersign' })).toEqual(['T7', 'T5']);
    expect(await titles({ state: 'closed' })).toEqual(['T6']);
  });
});

describe('answers', () => {
  test('carry GitHub’s time and the rate limit', async () => {
    const { headers } = await scene.asApp.issues.get({ ...home, issue_number: 1 });
    expect(headers.date).toBe(new Date(clock).toUTCString());
    expect(headers['x-ratelimit-limit']).toBe('5000');
  });

  test('that did not change are not sent again', async () => {
    const { headers } = await scene.asApp.issues.get({ ...home, issue_number: 2 });
    const again = () =>
      scene.asApp.issues.get({ ...home, issue_number: 2, headers: { 'if-none-match': headers.etag ?? '' } });
    expect(await statusOf(again())).toBe(304);
    await scene.fake.world.as('dana').editIssue(homeName, 2, { title: 'New' });
    expect(await statusOf(again())).toBe(200);
  });
});

describe('requests', () => {
  test('that the description does not allow are refused, loudly, and kept', async () => {
    const wrong = await startScene();
    expect(await statusOf(wrong.asApp.request('GET /repos/acme/payments/issues?stat=open'))).toBe(422);
    expect(
      await statusOf(wrong.asApp.request('POST /repos/acme/payments/issues', { title: 'T', labls: [] })),
    ).toBe(422);
    expect(await statusOf(wrong.asApp.request('GET /repos/acme/payments/stargazers'))).toBe(404);
    const raw = await fetch(`${wrong.fake.url}/repos/acme/payments/issues`, { method: 'POST', body: '{' });
    expect(raw.status).toBe(400);
    expect(wrong.fake.violations.map(({ problems }) => problems)).toEqual([
      ['query stat: no such parameter'],
      ['body/labls: no such member'],
      ['no such operation in our part of the description'],
      ['body: not JSON'],
    ]);
    await wrong.fake.close();
  });

  test('without a User-Agent, or for a version that does not exist, are refused', async () => {
    const bare = scene.client();
    const version = { headers: { 'x-github-api-version': '2019-01-01' } };
    expect(await statusOf(bare.request('GET /users/kim', version))).toBe(400);
    const nameless = { headers: { 'user-agent': '' } };
    expect(await statusOf(bare.request('GET /users/kim', nameless))).toBe(403);
  });
});
