import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../lib/core/json/value.ts';
import { at, fromJson, listAt, numberAt, textAt } from '../../cli/demo/json.ts';
import { appTokenOf } from './app-token.ts';
import { startEmulatedGitHub, type EmulatedGitHub } from '../../cli/demo/emulator/start.ts';

const secret = 'a webhook secret of at least 32 bytes';
const issuesPath = '/repos/acme/payments/issues';

let github: EmulatedGitHub;
let hook: Server;
let appToken: string;
let sha: string;
const taken: Array<{ readonly headers: JsonObject; readonly text: string }> = [];

beforeAll(async () => {
  github = await startEmulatedGitHub();
  hook = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers: JsonObject = JSON.parse(JSON.stringify(request.headers));
      taken.push({ headers, text: Buffer.concat(chunks).toString('utf8') });
      response.end('ok');
    });
  });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const address: JsonValue = JSON.parse(JSON.stringify(hook.address()));
  github.deliveries.aim({ url: `http://127.0.0.1:${numberAt(address, 'port')}/hook`, secret, appId: 77 });
  appToken = await appTokenOf(github);
  sha = textAt((await ask('GET', '/repos/acme/payments/commits/main')).body, 'sha');
});

afterAll(async () => {
  hook.close();
  await github.close();
});

test('an unknown token is refused, it acts as nobody', async () => {
  expect((await ask('POST', issuesPath, { title: 'x' }, 'ghp_unknown')).status).toBe(401);
});

test('a write without a token is refused', async () => {
  expect((await ask('POST', issuesPath, { title: 'x' })).status).toBe(401);
});

test('a permission comes in its real shape', async () => {
  const kim = await ask('GET', '/repos/acme/payments/collaborators/kim/permission', undefined, appToken);
  expect(kim.body).toMatchObject({
    permission: 'write',
    role_name: 'maintain',
    user: {
      login: 'kim',
      type: 'User',
      permissions: { pull: true, push: true, maintain: true, admin: false },
    },
  });
  const stranger = await ask(
    'GET',
    '/repos/acme/payments/collaborators/mallory/permission',
    undefined,
    appToken,
  );
  expect(stranger.body).toMatchObject({
    permission: 'read',
    user: { permissions: { pull: true, push: false } },
  });
  const none = await ask(
    'GET',
    '/repos/acme/payments/collaborators/no-such-user/permission',
    undefined,
    appToken,
  );
  expect(none.status).toBe(404);
});

test('collaborators are those with a grant, and can be asked for by right', async () => {
  const all = await ask('GET', '/repos/acme/payments/collaborators?per_page=100', undefined, appToken);
  expect(listAt(all.body).map((one) => textAt(one, 'login'))).toEqual(['dana', 'kim', 'ana', 'rob']);
  const some = await ask(
    'GET',
    '/repos/acme/payments/collaborators?permission=maintain',
    undefined,
    appToken,
  );
  expect(listAt(some.body).map((one) => textAt(one, 'login'))).toEqual(['dana', 'kim']);
});

test('an Actions run that was started can be looked up, another one not', async () => {
  const path = '.github/workflows/countersign.yml';
  const at0 = '2026-11-30T00:00:00Z';
  const run = github.runs.start({
    path,
    sha,
    branch: 'main',
    event: 'workflow_dispatch',
    actor: 'dana',
    startedAt: at0,
    title: 'Countersign',
    inputs: {},
  });
  const found = await ask('GET', `/repos/acme/payments/actions/runs/${run.id}`, undefined, appToken);
  expect(found.body).toMatchObject({
    id: run.id,
    run_attempt: 1,
    path,
    head_sha: sha,
    event: 'workflow_dispatch',
    actor: { login: 'dana' },
    triggering_actor: { login: 'dana' },
    repository: { full_name: 'acme/payments', owner: { login: 'acme' } },
  });
  expect(found.date).not.toBeNull();
  expect((await ask('GET', '/repos/acme/payments/actions/runs/1', undefined, appToken)).status).toBe(404);
});

test('a job’s token opens an issue as the github-actions bot, through its app', async () => {
  const token = await github.jobToken({ metadata: 'read', issues: 'write', checks: 'write' });
  const opened = await ask(
    'POST',
    issuesPath,
    { title: 'by the job', body: 'b', labels: ['countersign'] },
    token,
  );
  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject({
    user: { login: 'github-actions[bot]', type: 'Bot' },
    performed_via_github_app: { slug: 'github-actions' },
    labels: [{ name: 'countersign' }],
  });
});

test('a stranger’s labels are dropped in silence', async () => {
  const opened = await github.as('mallory', {
    method: 'POST',
    path: issuesPath,
    body: { title: 'm', labels: ['countersign'] },
  });
  expect(listAt(opened, 'labels')).toEqual([]);
});

test('a text over 65,536 characters is refused', async () => {
  const body = { title: 'long', body: 'x'.repeat(65_537) };
  expect((await github.tryAs('kim', { method: 'POST', path: issuesPath, body })).status).toBe(422);
});

test('only someone with write edits another person’s comment, and the delivery tells what it read before', async () => {
  const issue = await github.as('kim', { method: 'POST', path: issuesPath, body: { title: 'talk' } });
  const number = numberAt(issue, 'number');
  const said = await github.as('kim', {
    method: 'POST',
    path: `${issuesPath}/${number}/comments`,
    body: { body: 'before' },
  });
  const path = `${issuesPath}/comments/${numberAt(said, 'id')}`;
  expect((await github.tryAs('mallory', { method: 'PATCH', path, body: { body: 'after' } })).status).toBe(
    403,
  );
  await github.as('ana', { method: 'PATCH', path, body: { body: 'after' } });
  const edited = await github.deliveries.wait(
    ({ name, action }) => name === 'issue_comment' && action === 'edited',
  );
  expect(edited.payload).toMatchObject({
    changes: { body: { from: 'before' } },
    sender: { login: 'ana' },
    comment: { user: { login: 'kim' }, performed_via_github_app: null },
    installation: { id: 501 },
  });
});

test('a delivery carries an id of its own and a signature over its bytes; sent again it keeps both', async () => {
  await github.as('kim', { method: 'POST', path: issuesPath, body: { title: 'signed' } });
  const sent = await github.deliveries.wait((one) => at(one.payload, 'issue', 'title') === 'signed');
  await github.deliveries.redeliver(sent);
  const both = taken.filter(({ text }) => text === sent.text);
  expect(both).toHaveLength(2);
  for (const { headers, text } of both) {
    expect(headers['x-github-delivery']).toBe(sent.id);
    const expected = createHmac('sha256', secret).update(text).digest('hex');
    expect(headers['x-hub-signature-256']).toBe(`sha256=${expected}`);
  }
  expect(sent.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('a check run is made by an App only, belongs to it, and hangs on a commit that exists', async () => {
  const path = '/repos/acme/payments/check-runs';
  const body = { name: 'Countersign', head_sha: sha, status: 'completed', conclusion: 'neutral' };
  expect((await github.tryAs('kim', { method: 'POST', path, body })).status).toBe(403);
  expect((await ask('POST', path, { ...body, head_sha: 'f'.repeat(40) }, appToken)).status).toBe(422);
  const made = await ask('POST', path, body, appToken);
  const id = numberAt(made.body, 'id');
  expect(made.body).toMatchObject({
    app: { id: 77, slug: 'countersign' },
    html_url: `${github.url}/acme/payments/runs/${id}`,
  });
  const other = await ask(
    'PATCH',
    `${path}/${id}`,
    { conclusion: 'success' },
    await github.jobToken({ metadata: 'read', issues: 'write', checks: 'write' }),
  );
  expect(other.status).toBe(403);
  expect((await ask('PATCH', `${path}/${id}`, { conclusion: 'success' }, appToken)).status).toBe(200);
});

test('a browser gets pages at the web addresses, an API client JSON', async () => {
  github.servePages(async (path) => (path === '/acme/payments/issues/1' ? '<p>page</p>' : null));
  const open = async (path: string): Promise<Response> =>
    fetch(`${github.url}${path}`, { headers: { accept: 'text/html' } });
  const page = await open('/acme/payments/issues/1');
  expect([page.status, await page.text()]).toEqual([200, '<p>page</p>']);
  expect((await open('/acme/payments/issues/99')).status).toBe(404);
});

test('the App’s requests are counted, those that create apart, others’ and the token’s not', async () => {
  const mark = github.requests.mark();
  await ask('GET', '/repos/acme/payments', undefined, appToken);
  await ask('POST', issuesPath, { title: 'counted' }, appToken);
  await appTokenOf(github);
  await github.as('kim', { method: 'GET', path: issuesPath });
  expect(github.requests.since(mark)).toEqual({ total: 2, creating: 1 });
});

async function ask(
  method: string,
  path: string,
  body?: JsonObject,
  token?: string,
): Promise<{ readonly status: number; readonly body: JsonValue; readonly date: string | null }> {
  const answer = await fetch(`${github.url}${path}`, {
    method,
    headers: token === undefined ? {} : { authorization: `token ${token}` },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, body: fromJson(await answer.text()), date: answer.headers.get('date') };
}
