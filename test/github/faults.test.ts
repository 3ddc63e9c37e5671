import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
let clock = Date.parse('2026-11-30T12:00:00Z');
let issue = 0;
beforeEach(async () => {
  scene = await startScene({ now: () => clock });
  ({ number: issue } = await scene.fake.world
    .as('dana')
    .openIssue({ repository: homeName, title: 'T', body: 'b' }));
});
afterEach(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

const route = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const post = (body: string) => scene.asApp.issues.createComment({ ...home, issue_number: issue, body });
const list = async () =>
  (await scene.asApp.issues.listComments({ ...home, issue_number: issue })).data.map(({ body }) => body);
const stored = () => scene.fake.world.comments(homeName, issue).map(({ body }) => body);

describe('a planned fault', () => {
  test('loses the answer of a write that took effect', async () => {
    scene.fake.fault({ match: { method: 'POST', route }, mode: 'lost-answer' });
    scene.fake.resetRequests();
    expect(await statusOf(post('once'))).toBe(500);
    expect(stored()).toEqual(['once']);
    const [request] = scene.fake.requests.filter((one) => one.route === route);
    expect(request).toMatchObject({ method: 'POST', actor: 'countersign[bot]', status: 0, creates: true });
  });

  test('breaks the connection before a write', async () => {
    scene.fake.fault({ match: { method: 'POST', route }, mode: 'unreachable' });
    expect(await statusOf(post('never'))).toBe(500);
    expect(stored()).toEqual([]);
    expect(scene.fake.requests.at(-1)).toMatchObject({ status: 0, creates: false });
  });

  test('answers 502 with the write not done, or done', async () => {
    scene.fake.fault({ match: { method: 'POST', route }, mode: 'status', status: 502 });
    scene.fake.fault({ match: { method: 'POST', route }, mode: 'status', status: 502, applied: true });
    expect(await statusOf(post('one'))).toBe(502);
    expect(await statusOf(post('two'))).toBe(502);
    expect(stored()).toEqual(['two']);
    expect(scene.fake.requests.filter((one) => one.route === route).map(({ creates }) => creates)).toEqual([
      false,
      true,
    ]);
  });

  test('answers a rate limit with its headers', async () => {
    const headers = { 'retry-after': '60', 'x-ratelimit-remaining': '0' };
    scene.fake.fault({
      match: { method: 'POST', route },
      mode: 'status',
      status: 403,
      headers,
      message: 'secondary rate limit',
    });
    await expect(post('x')).rejects.toMatchObject({ status: 403, response: { headers } });
  });

  test('meets as many requests as it is told, after those that may pass', async () => {
    const fault = scene.fake.fault({
      match: { actor: 'countersign[bot]' },
      mode: 'status',
      status: 500,
      times: 2,
      skip: 1,
    });
    const found: number[] = [];
    for (let count = 0; count < 5; count += 1) found.push(await statusOf(post('x')));
    expect(found).toEqual([201, 500, 500, 201, 201]);
    expect(fault.hits).toBe(2);
  });

  test('meets only what matches', async () => {
    const fault = scene.fake.fault({
      match: { body: /approve/, path: /issues\/\d+\/comments$/ },
      mode: 'status',
      times: Infinity,
    });
    expect([await statusOf(post('hello')), await statusOf(post('/approve'))]).toEqual([201, 502]);
    fault.remove();
    expect(await statusOf(post('/approve'))).toBe(201);
  });

  test('answers reads from the state of a while ago', async () => {
    scene.fake.fault({ match: { method: 'GET' }, mode: 'lag', lagMs: 5_000, times: 4 });
    clock += 10_000;
    await post('first');
    expect(await list()).toEqual([]);
    clock += 4_000;
    await post('second');
    expect(await list()).toEqual([]);
    clock += 2_000;
    expect(await list()).toEqual(['first']);
    clock += 5_000;
    expect(await list()).toEqual(['first', 'second']);
  });

  test('lets a webhook come before the replica knows', async () => {
    scene.fake.fault({ match: { path: /^\/graphql/ }, mode: 'lag', lagMs: 60_000 });
    const comment = await scene.fake.world.as('kim').comment(homeName, issue, 'new');
    const query = 'query($id: ID!) { node(id: $id) { id } }';
    await expect(scene.asApp.graphql(query, { id: comment.nodeId })).rejects.toThrow(
      'Could not resolve to a node',
    );
    expect(await scene.asApp.graphql(query, { id: comment.nodeId })).toEqual({
      node: { id: comment.nodeId },
    });
  });

  test('holds an answer until it is released, with the write done', async () => {
    const fault = scene.fake.fault({ match: { method: 'POST', route }, mode: 'hold' });
    const answer = post('slow');
    await fault.hit;
    expect(stored()).toEqual(['slow']);
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await list();
    expect(answered).toBe(false);
    fault.release();
    expect((await answer).status).toBe(201);
  });
});

describe('the log of requests', () => {
  test('names who asked what, and counts what creates', async () => {
    await scene.asApp.issues.get({ ...home, issue_number: issue });
    await post('x');
    expect(
      scene.fake.requests.map(({ method, route: at, actor, status, creates }) => [
        method,
        at,
        actor,
        status,
        creates,
      ]),
    ).toEqual([
      ['POST', '/app/installations/{installation_id}/access_tokens', 'app:countersign', 201, false],
      ['GET', '/repos/{owner}/{repo}/issues/{issue_number}', 'countersign[bot]', 200, false],
      ['POST', route, 'countersign[bot]', 201, true],
    ]);
    scene.fake.resetRequests();
    expect(scene.fake.requests).toEqual([]);
  });

  test('does not hold what people do by hand', async () => {
    await scene.fake.world.as('kim').comment(homeName, issue, 'x');
    expect(scene.fake.requests).toEqual([]);
  });
});
