import { createHmac } from 'node:crypto';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { verify } from '@octokit/webhooks-methods';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene } from './scene.ts';

interface Got {
  readonly event: string;
  readonly guid: string;
  readonly signature: string;
  readonly body: string;
}

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name]);
}

let scene: Scene;
let door: Server;
let got: Got[] = [];
let answerWith = 200;
let issue = 0;

beforeAll(async () => {
  scene = await startScene();
  door = createServer((request, response) => {
    const chunks: string[] = [];
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => chunks.push(chunk));
    request.on('end', () => {
      got.push({
        event: header(request, 'x-github-event'),
        guid: header(request, 'x-github-delivery'),
        signature: header(request, 'x-hub-signature-256'),
        body: chunks.join(''),
      });
      response.writeHead(answerWith).end('seen');
    });
  });
  const url = await new Promise<string>((resolve) => {
    door.listen(0, '127.0.0.1', () => {
      const address = door.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    });
  });
  scene.fake.world.listen('countersign', url);
});
afterAll(async () => {
  door.close();
  await scene.fake.close();
});
beforeEach(async () => {
  ({ number: issue } = await scene.fake.world
    .as('dana')
    .openIssue({ repository: homeName, title: 'T', body: 'b' }));
  got = [];
});
afterEach(() => {
  answerWith = 200;
});

const told = () =>
  got.map(({ event, body }) => {
    const payload: { readonly action: string } = JSON.parse(body);
    return `${event}.${payload.action}`;
  });
const bodies = () =>
  got.map(({ body }) => {
    const payloadOf: { readonly comment: { readonly body: string } } = JSON.parse(body);
    return payloadOf.comment.body;
  });
const payload = (index = 0): unknown => JSON.parse(got[index]?.body ?? 'null');

describe('a delivery', () => {
  test('is signed over its exact bytes, by the App’s secret', async () => {
    await scene.fake.world.as('kim').comment(homeName, issue, 'Grüße 🐙 </script>');
    const [{ body, signature } = { body: '', signature: '' }] = got;
    expect(await verify(scene.app.webhookSecret, body, signature)).toBe(true);
    expect(await verify(scene.app.webhookSecret, `${body} `, signature)).toBe(false);
    const expected = createHmac('sha256', scene.app.webhookSecret).update(body).digest('hex');
    expect(signature).toBe(`sha256=${expected}`);
  });

  test('of a comment says who wrote, who sent, where and for which installation', async () => {
    const comment = await scene.fake.world.as('kim').comment(homeName, issue, 'hello');
    const kim = { login: 'kim', type: 'User' };
    expect(payload()).toMatchObject({
      action: 'created',
      comment: { id: comment.id, body: 'hello', user: kim, performed_via_github_app: null },
      issue: { number: issue, title: 'T', user: { login: 'dana' } },
      repository: { id: scene.repository.id, full_name: homeName, owner: { id: scene.repository.ownerId } },
      sender: kim,
      installation: { id: scene.installation },
    });
  });

  test('of an edit by another says the editor as sender, the author as user, and the text before', async () => {
    const { id } = await scene.fake.world.as('kim').comment(homeName, issue, 'before');
    await scene.fake.world.as('dana').editComment(homeName, id, 'after');
    expect(told()).toEqual(['issue_comment.created', 'issue_comment.edited']);
    expect(payload(1)).toMatchObject({
      comment: { body: 'after', user: { login: 'kim' } },
      changes: { body: { from: 'before' } },
      sender: { login: 'dana' },
    });
  });

  test('tells about everything that happens to an issue', async () => {
    const { world } = scene.fake;
    world.repository({ fullName: `acme/other-${issue}` });
    world.grant({ repository: `acme/other-${issue}`, login: 'ana', role: 'admin' });
    const ana = world.as('ana');
    await ana.editIssue(homeName, issue, { title: 'N', body: 'n' });
    await ana.label(homeName, issue, ['x']);
    await ana.unlabel(homeName, issue, 'x');
    await ana.lockIssue(homeName, issue);
    await ana.unlockIssue(homeName, issue);
    await ana.closeIssue(homeName, issue);
    await ana.reopenIssue(homeName, issue);
    await ana.transferIssue(homeName, issue, `acme/other-${issue}`);
    expect(told()).toEqual([
      'issues.edited',
      'issues.labeled',
      'issues.unlabeled',
      'issues.locked',
      'issues.unlocked',
      'issues.closed',
      'issues.reopened',
      'issues.transferred',
      'issues.opened',
    ]);
    expect(payload(0)).toMatchObject({ changes: { title: { from: 'T' }, body: { from: 'b' } } });
    expect(payload(7)).toMatchObject({ changes: { new_repository: { full_name: `acme/other-${issue}` } } });
  });

  test('tells of deletions what was there', async () => {
    const ana = scene.fake.world.as('ana');
    const { id } = await ana.comment(homeName, issue, 'text');
    await ana.deleteComment(homeName, id);
    await ana.deleteIssue(homeName, issue);
    expect(told()).toEqual(['issue_comment.created', 'issue_comment.deleted', 'issues.deleted']);
    expect(payload(1)).toMatchObject({ comment: { id, body: 'text' } });
  });

  test('comes to an App for its own deeds too', async () => {
    await scene.asApp.issues.createComment({ ...home, issue_number: issue, body: 'by myself' });
    await scene.asApp.checks.create({
      ...home,
      name: 'n',
      head_sha: scene.repository.headSha,
      conclusion: 'success',
    });
    await scene.fake.hooks.idle();
    expect(told().toSorted()).toEqual(['check_run.completed', 'check_run.created', 'issue_comment.created']);
    expect(scene.fake.hooks.deliveries.at(-1)?.status).toBe(200);
  });

  test('of an issue that a job opened names the job’s App and the shared bot', async () => {
    const token = scene.fake.world.jobToken({ repository: homeName, permissions: { issues: 'write' } });
    await scene.client(token).issues.create({ ...home, title: 'proposal', body: 'b' });
    await scene.fake.hooks.idle();
    expect(payload()).toMatchObject({
      action: 'opened',
      sender: { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' },
      issue: { performed_via_github_app: { slug: 'github-actions' } },
    });
  });

  test('does not come where the App is not installed', async () => {
    scene.fake.world.repository({ fullName: `else/where-${issue}` });
    scene.fake.world.grant({ repository: `else/where-${issue}`, login: 'ana', role: 'admin' });
    await scene.fake.world.as('ana').openIssue({ repository: `else/where-${issue}`, title: 'T', body: 'b' });
    expect(got).toEqual([]);
  });
});

describe('deliveries can', () => {
  const comments = { event: 'issue_comment' };

  test('be held, and come in another order', async () => {
    const rule = scene.fake.hooks.hold(comments);
    const kim = scene.fake.world.as('kim');
    for (const body of ['one', 'two', 'three']) await kim.comment(homeName, issue, body);
    expect(got).toEqual([]);
    rule.remove();
    await scene.fake.hooks.release('reversed');
    expect(bodies()).toEqual(['three', 'two', 'one']);
  });

  test('be doubled under one id', async () => {
    const rule = scene.fake.hooks.double(comments);
    await scene.fake.world.as('kim').comment(homeName, issue, 'x');
    rule.remove();
    expect(got).toHaveLength(2);
    expect(new Set(got.map(({ guid }) => guid)).size).toBe(1);
  });

  test('be lost, stand in GitHub’s log, and be asked for again under the same id', async () => {
    const rule = scene.fake.hooks.drop(comments);
    await scene.fake.world.as('kim').comment(homeName, issue, 'lost');
    rule.remove();
    expect(got).toEqual([]);
    const { data: log } = await scene.asJwt.apps.listWebhookDeliveries({ per_page: 5 });
    const [newest] = log;
    expect(newest).toMatchObject({
      event: 'issue_comment',
      action: 'created',
      status_code: 0,
      redelivery: false,
    });
    await scene.asJwt.apps.redeliverWebhookDelivery({ delivery_id: newest?.id ?? 0 });
    await scene.fake.hooks.idle();
    expect(bodies()).toEqual(['lost']);
    expect(got[0]?.guid).toBe(newest?.guid);
    const [again] = (await scene.asJwt.apps.listWebhookDeliveries({ per_page: 1 })).data;
    expect(again).toMatchObject({ redelivery: true, status: 'OK', guid: newest?.guid });
  });

  test('fail, which GitHub does not repeat', async () => {
    answerWith = 500;
    await scene.fake.world.as('kim').comment(homeName, issue, 'x');
    expect(got).toHaveLength(1);
    const { data } = await scene.asJwt.apps.listWebhookDeliveries({ per_page: 1, status: 'failure' });
    expect(data[0]).toMatchObject({ status_code: 500 });
    const { data: whole } = await scene.asJwt.apps.getWebhookDelivery({ delivery_id: data[0]?.id ?? 0 });
    expect(whole).toMatchObject({
      request: { payload: { action: 'created' } },
      response: { payload: 'seen' },
    });
  });

  test('be forged, which the signature tells', async () => {
    const forgery = { app: 'countersign', event: 'issue_comment', payload: '{"action":"created"}' };
    expect(await scene.fake.hooks.forge({ ...forgery, secret: 'development' })).toBe(200);
    expect(await verify(scene.app.webhookSecret, forgery.payload, got[0]?.signature ?? '')).toBe(false);
    await scene.fake.hooks.forge({ ...forgery, secret: null });
    expect(got[1]?.signature).toBe('undefined');
  });
});
