import { createHmac } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { body, openDoor, payload, post, previous, secret, sign, user } from './door-support.ts';

describe('the webhook door', () => {
  it('stores a signed delivery with its raw text, and wakes the work', async () => {
    const door = await openDoor();
    expect(await post(door)).toBe(202);
    expect(door.received).toEqual([
      {
        id: 'd-1',
        meaning: `701:comment:5:approve:${'a3'.repeat(32)}`,
        name: 'issue_comment',
        payload: body,
        installation: '5',
        issue: '701#7',
        receivedAt: 42,
      },
    ]);
    expect(door.woken()).toBe(1);
  });

  it('AP-50: answers a delivery it knows, and wakes nobody', async () => {
    const door = await openDoor();
    await post(door);
    expect(await post(door)).toBe(200);
    expect(door.woken()).toBe(1);
  });

  it('WH-11: refuses what comes while the App stops, so that GitHub shows it as failed', async () => {
    const stopping = new AbortController();
    const door = await openDoor(undefined, stopping.signal);
    stopping.abort();
    expect(await post(door)).toBe(503);
    expect(door.received).toEqual([]);
  });

  it('WH-12: takes the previous secret beside the current one, and no third', async () => {
    const door = await openDoor();
    expect(await post(door, { headers: { 'x-hub-signature-256': sign(body, previous) } })).toBe(202);
    expect(await post(door, { headers: { 'x-hub-signature-256': sign(body, 'development') } })).toBe(401);
  });

  it.each([
    ['WH-02: without a signature', undefined],
    ['WH-03: with an empty signature', ''],
    ['WH-03: with one character', 'sha256=a'],
    ['WH-03: with 63 digits', sign(body).slice(0, -1)],
    ['WH-03: with 65 digits', `${sign(body)}0`],
    ['WH-03: with 64 characters that are no digits', `sha256=${'z'.repeat(64)}`],
    ['with upper-case digits', sign(body).toUpperCase()],
    ['with the digits alone', sign(body).slice(7)],
  ])('%s a delivery is refused', async (_, signature) => {
    const door = await openDoor();
    expect(await post(door, { headers: { 'x-hub-signature-256': signature } })).toBe(401);
    expect(door.received).toEqual([]);
  });

  it('T09: the SHA-1 header counts for nothing', async () => {
    const door = await openDoor();
    const sha1 = `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`;
    expect(await post(door, { headers: { 'x-hub-signature-256': undefined, 'x-hub-signature': sha1 } })).toBe(
      401,
    );
  });

  it('WH-05: the raw bytes are signed: the same content written otherwise is refused', async () => {
    const door = await openDoor();
    const rewritten = JSON.stringify(payload, null, 1);
    expect(await post(door, { text: rewritten, headers: { 'x-hub-signature-256': sign(body) } })).toBe(401);
  });

  it('WH-06: a changed event header is refused, since the payload tells its event', async () => {
    const door = await openDoor();
    expect(await post(door, { headers: { 'x-github-event': 'issues' } })).toBe(400);
    expect(await post(door, { headers: { 'x-github-event': 'push' } })).toBe(400);
  });

  it('WH-08: a truncated body, form encoding and compression are refused', async () => {
    const door = await openDoor();
    expect(await post(door, { text: body.slice(0, -2) })).toBe(400);
    expect(await post(door, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toBe(415);
    expect(await post(door, { headers: { 'content-encoding': 'gzip' } })).toBe(415);
    expect(door.received).toEqual([]);
  });

  it.each([undefined, '', 'a b', 'x'.repeat(65), '../x'])('a delivery id %s is refused', async (id) => {
    const door = await openDoor();
    expect(await post(door, { headers: { 'x-github-delivery': id } })).toBe(400);
  });

  it('WH-09: a body that says it is larger than 25 MB is refused before it is read', async () => {
    const door = await openDoor();
    const status = await new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(door.url);
      const headers = { 'content-type': 'application/json', 'content-length': String(26 * 1024 * 1024) };
      const request = httpRequest(
        { hostname, port, method: 'POST', path: '/api/github/webhooks', headers },
        (answer) => {
          resolve(answer.statusCode ?? 0);
          request.destroy();
        },
      );
      request.on('error', reject);
      request.write('{');
    });
    expect(status).toBe(413);
  });

  it('WH-11: when the ledger fails, it answers 5xx without saying why', async () => {
    const door = await openDoor(() => Promise.reject(new Error('disk full at /var/lib/secret-place')));
    const answer = await fetch(`${door.url}/api/github/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issue_comment',
        'x-github-delivery': 'd-1',
        'x-hub-signature-256': sign(body),
      },
      body,
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret-place');
  });

  it('drops what means nothing, unstored', async () => {
    const door = await openDoor();
    const chat = JSON.stringify({ ...payload, comment: { ...payload.comment, body: 'hello' } });
    expect(await post(door, { text: chat })).toBe(200);
    const bot = JSON.stringify({ ...payload, sender: { ...user, type: 'Bot' } });
    expect(await post(door, { text: bot })).toBe(200);
    expect(door.received).toEqual([]);
  });

  it('users 7: stores none of a thousand unrelated comments, so that they cost no request', async () => {
    const door = await openDoor();
    const said = ['Thanks!', '/lgtm', '/retest', 'I would /approve it.', '> /status\n\nSo it waits.'];
    for (let turn = 0; turn < 100; turn += 1) {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const comment = { ...payload.comment, id: turn * 10 + index + 1, body: said[index % 5] ?? '' };
          const headers = { 'x-github-delivery': `d-${turn}-${index}` };
          const text = JSON.stringify({ ...payload, comment });
          return post(door, { text, headers: { ...headers, 'x-hub-signature-256': sign(text) } });
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(door.received).toEqual([]);
    expect(door.woken()).toBe(0);
  });

  it('answers other methods and other paths plainly', async () => {
    const door = await openDoor();
    expect((await fetch(`${door.url}/api/github/webhooks`)).status).toBe(405);
    expect((await fetch(`${door.url}/probot`)).status).toBe(404);
    expect((await fetch(`${door.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${door.url}/healthz`, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(`${door.url}/.well-known/countersign/jwks.json`)).json()).toEqual({ keys: [] });
    expect(await (await fetch(`${door.url}/refusals`)).text()).toContain('id="initiator_excluded"');
  });
});

it('the test’s own helper would notice a server that takes everything', async () => {
  const server = createServer((_, response) => response.writeHead(200).end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  expect(await post({ url, received: [], woken: () => 0 })).toBe(200);
  server.close();
});
