import nock from 'nock';
import { expect, test, vi } from 'vitest';
import { ask, askAsApp, send } from '../../../lib/adapters/github-app/client.ts';
import { keptConnections } from '../../../lib/adapters/github-app/connections.ts';
import { appClient, installationClients } from '../../../lib/adapters/github-app/installation-clients.ts';
import { readJson } from '../../../lib/adapters/github-app/json.ts';
import { api, isolateNetwork, octokit, repository } from './support.ts';

isolateNetwork();

const list = 'GET /repos/{owner}/{repo}/issues';
const create = 'POST /repos/{owner}/{repo}/issues';
const path = '/repos/acme/payments/issues';
const start = Date.parse('2026-11-30T12:00:00Z');
const hour = 3_600_000;

test('an installation’s token is asked for once, and again before it ends', async () => {
  const { clients, auth, time } = house();
  nock(api, { reqheaders: { authorization: 'token t1' } })
    .get(path)
    .twice()
    .reply(200, []);
  await ask(await clients('5'), list, { repository });
  await ask(await clients('5'), list, { repository });
  expect(auth).toHaveBeenCalledOnce();
  time.now += hour - 60_000;
  nock(api, { reqheaders: { authorization: 'token t2' } })
    .get(path)
    .reply(200, []);
  expect(await ask(await clients('5'), list, { repository })).toMatchObject({ ok: true });
});

test('the App itself is asked for by its own token', async () => {
  const { auth, plainly } = house();
  const client = appClient(plainly, { request: octokit().request, auth });
  nock(api, { reqheaders: { authorization: 'bearer t1' } })
    .get('/app/hook/deliveries')
    .reply(200, []);
  expect(await askAsApp(client, 'GET /app/hook/deliveries', {})).toMatchObject({ ok: true });
  expect(auth).toHaveBeenCalledWith({ type: 'app', refresh: false });
});

test('a token that is refused is renewed for the next request', async () => {
  const { clients, auth, time } = house();
  nock(api).get(path).reply(200, []).get(path).reply(401, {}).get(path).reply(200, []);
  const client = await clients('5');
  await ask(client, list, { repository });
  time.now += 60_000;
  expect(await ask(client, list, { repository })).toMatchObject({ ok: false, fault: { status: 401 } });
  expect(await ask(client, list, { repository })).toMatchObject({ ok: true });
  expect(auth).toHaveBeenLastCalledWith({ type: 'installation', refresh: true });
});

test('a token that is new is tried again, and the order is confirmed once', async () => {
  const { clients } = house();
  nock(api).post(path).reply(401, {}).post(path).reply(201, { id: 1 });
  const confirm = vi.fn<() => Promise<boolean>>(async () => true);
  expect(await send(await clients('5'), create, { repository }, confirm)).toMatchObject({ ok: true });
  expect(confirm).toHaveBeenCalledOnce();
});

test('what is not confirmed is not sent', async () => {
  const { clients } = house();
  expect(await send(await clients('5'), create, { repository }, async () => false)).toMatchObject({
    ok: false,
    fault: { code: 'refused', status: null },
  });
});

test('a repository that was renamed is followed', async () => {
  const { clients } = house();
  nock(api)
    .get(path)
    .twice()
    .reply(301, {}, { location: `${api}/repositories/7/issues` });
  nock(api).get('/repositories/7/issues').reply(200, [1]);
  expect(await ask(await clients('5'), list, { repository })).toMatchObject({ value: { data: [1] } });
  nock(api)
    .post(path)
    .twice()
    .reply(307, {}, { location: `${api}/repositories/7/issues` });
  nock(api).post('/repositories/7/issues').reply(201, { id: 2 });
  expect(await send(await clients('5'), create, { repository })).toMatchObject({
    value: { data: { id: 2 } },
  });
});

test('a client that could not be made is made again', async () => {
  let tries = 0;
  const { clients } = house(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
  });
  await expect(clients('5')).rejects.toThrow('no network');
  nock(api).get(path).reply(200, []);
  expect(await ask(await clients('5'), list, { repository })).toMatchObject({ ok: true });
});

test('nothing is asked when no answer is awaited any more', async () => {
  const ended = new AbortController();
  const exchange = keptConnections(api, ended.signal);
  ended.abort(new Error('stopped'));
  await expect(exchange({ method: 'GET', path, headers: {}, body: null })).rejects.toThrow('stopped');
});

test.each([
  ['{"id":12345678901234567890}', { id: 12_345_678_901_234_567_890n }],
  ['{"id":9007199254740991}', { id: 9_007_199_254_740_991 }],
  ['{"text":"12345678901234567890","n":1.5}', { text: '12345678901234567890', n: 1.5 }],
  ['[1, -12345678901234567890]', [1, -12_345_678_901_234_567_890n]],
  ['12345678901234567', 12_345_678_901_234_567n],
  ['{"n":12345678901234567.5}', { n: 12_345_678_901_234_568 }],
  ['no JSON', 'no JSON'],
])('an id of any length is read exactly: %s', (text, value) => {
  expect(readJson(text)).toEqual(value);
});

function house(before: () => Promise<void> = async () => undefined) {
  const time = { now: start };
  let count = 0;
  const auth = vi.fn<(order: { readonly type: 'installation' | 'app' }) => Promise<unknown>>(async () => {
    count += 1;
    return { token: `t${count}`, expiresAt: new Date(time.now + hour).toISOString() };
  });
  const plainly = {
    exchange: keptConnections(api, new AbortController().signal),
    spacing: 'off',
    now: () => time.now,
  } as const;
  const clients = installationClients({
    ...plainly,
    authenticate: async () => {
      await before();
      return { request: octokit().request, auth };
    },
  });
  return { clients, auth, time, plainly };
}
