import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oidcSealer } from '../../../lib/adapters/seal/oidc-sealer.ts';
import { oidcVerifier } from '../../../lib/adapters/seal/oidc-verifier.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { send, startIssuer, type Issuer } from '../../support/issuer.ts';
import { close, listen } from '../../support/loopback.ts';

const order = {
  hash: 'ab'.repeat(32),
  record: 'cd'.repeat(32),
  repositoryId: '701',
  run: '701-8809-1-01234567',
  packedRecord: 'q1YqLk3OTi1RslIqSy0qzszPU7IyMDAwqAUA',
};
const sealed: JsonObject = { sealed: true, hash: order.hash, record: order.record, at: 'then' };

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

let issuer: Issuer;
let app: Server;
let appUrl = '';
let asked: Asked[] = [];
let waits: number[] = [];
let masked: string[] = [];
/** How the App answers, one after the other; the last one stays. */
let answers: Array<(response: ServerResponse) => void> = [];

beforeEach(async () => {
  [asked, waits, masked] = [[], [], []];
  answers = [(response) => send(response, 201, sealed)];
  issuer = await startIssuer();
  app = createServer((request, response) => {
    void take(request).then(() => {
      const [next, ...rest] = answers;
      if (rest.length > 0) answers = rest;
      next?.(response);
    });
  });
  appUrl = await listen(app);
});
afterEach(async () => {
  await close(app);
  await issuer.close();
});

async function take(request: IncomingMessage): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  asked.push({ method: request.method ?? '', path: request.url ?? '', body });
}

type Answered = Awaited<ReturnType<ReturnType<typeof oidcSealer>['seal']>>;

async function seal(
  identity: { url: string; token: string } | null = issuer.serveJob({}),
): Promise<Answered> {
  const sealer = oidcSealer({
    appUrl,
    identity,
    mask: (token) => masked.push(token),
    clock: {
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  });
  return sealer.seal(order);
}

describe('a job that seals by its own identity', () => {
  it('asks for a token under the hash, and sends it to the App with the record, once', async () => {
    expect(await seal()).toEqual({ ok: true, value: null });
    const [request] = asked;
    expect(asked).toHaveLength(1);
    expect(request).toMatchObject({ method: 'POST', path: '/api/countersign/seals' });
    const body: JsonObject = JSON.parse(request?.body ?? '');
    expect(body).toMatchObject({ kind: 'countersign/seal-request@1', record: order.packedRecord });
    const [, claims = ''] = (masked[0] ?? '').split('.');
    expect(body['token']).toBe(masked[0]);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: `countersign:v1:${order.hash}`,
    });
  });

  it('SE-09: has the token masked before it is sent', async () => {
    await seal();
    expect(masked).toEqual([JSON.parse(asked[0]?.body ?? '').token]);
  });

  it('says which permission it lacks, and asks nobody', async () => {
    expect(await seal(null)).toMatchObject({
      ok: false,
      fault: { code: 'seal_missing', what: expect.stringContaining('id-token: write') },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['it refuses', { url: '', token: 'wrong' }, 'GitHub gave the job no ID token (401).'],
    ['it is not there', { url: 'http://127.0.0.1:1/', token: 't' }, 'no ID token (no answer).'],
  ])('does not seal without a token: %s', async (_, change, what) => {
    const identity = issuer.serveJob({});
    const answer = await seal({ ...identity, ...change, url: change.url || identity.url });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'seal_missing' } });
    expect(answer.ok ? '' : answer.fault.what).toContain(what);
    expect(asked).toEqual([]);
  });

  it('tells the App’s own code', async () => {
    answers = [(response) => send(response, 403, { sealed: false, code: 'not_installed' })];
    expect(await seal()).toMatchObject({ ok: false, fault: { code: 'not_installed' } });
    expect(asked).toHaveLength(1);
  });

  it('comes again when the App is busy, as soon as that says', async () => {
    answers = [
      (response) => {
        response.setHeader('retry-after', '3');
        send(response, 429, { sealed: false, code: 'rate_limited' });
      },
      (response) => send(response, 503, { sealed: false, code: 'issuer_unreachable' }),
      (response) => send(response, 200, sealed),
    ];
    expect(await seal()).toEqual({ ok: true, value: null });
    expect(waits).toEqual([3000, 1000]);
    // The same token each time: the App knows it again.
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
  });

  it('gives up after three tries, with the last code', async () => {
    answers = [(response) => send(response, 503, { sealed: false, code: 'issuer_unreachable' })];
    expect(await seal()).toMatchObject({ ok: false, fault: { code: 'issuer_unreachable' } });
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['for another hash', 200, { ...sealed, hash: '00'.repeat(32) }],
    ['for another record', 200, { ...sealed, record: '00'.repeat(32) }],
    ['with a page', 200, '<html>'],
    ['with a code that nobody knows', 403, { sealed: false, code: 'because' }],
    ['with a list', 200, []],
  ])('takes no answer %s for a seal', async (_, status, body) => {
    answers = [(response) => send(response, status, body)];
    expect(await seal()).toMatchObject({ ok: false, fault: { code: 'seal_missing' } });
  });

  it('SE-09: does not follow where the App’s address leads with the token', async () => {
    const evil = await startIssuer();
    answers = [(response) => response.writeHead(307, { location: `${evil.url}/` }).end()];
    expect(await seal()).toMatchObject({ ok: false, fault: { code: 'seal_missing' } });
    expect(evil.asked).toEqual([]);
    await evil.close();
  });

  it('SE-09: never says the token when it fails', async () => {
    answers = [(response) => response.destroy()];
    const answer = await seal();
    const [token = ''] = masked;
    expect(token).not.toBe('');
    expect(JSON.stringify(answer)).not.toContain(token);
  });
});

describe('a job that finds its proposal again', () => {
  const ask = async (): Promise<object> => oidcVerifier(appUrl).verify(order, null);

  it('OI-11: asks the App whether that is sealed', async () => {
    answers = [(response) => send(response, 200, sealed)];
    expect(await ask()).toMatchObject({ ok: true, kind: 'oidc' });
    expect(asked).toEqual([{ method: 'GET', path: `/api/countersign/seals/${order.hash}`, body: '' }]);
  });

  it.each([
    ['is not', 404, { sealed: false, code: 'seal_missing' }, 'seal_missing'],
    ['is not to be learned', 503, { sealed: false, code: 'seal_unreadable' }, 'seal_unreadable'],
    ['is another record', 200, { ...sealed, record: '00'.repeat(32) }, 'seal_unreadable'],
    ['is at an address that is no App', 404, { message: 'Not Found' }, 'seal_unreadable'],
  ])('hears that it %s', async (_, status, body, code) => {
    answers = [(response) => send(response, status, body)];
    expect(await ask()).toEqual({ ok: false, code });
  });

  it('takes no other seal for its own', async () => {
    const line = { kind: 'hmac', keyId: '0a1b2c3d', value: 'ab'.repeat(32) } as const;
    expect(await oidcVerifier(appUrl).verify(order, line)).toEqual({
      ok: false,
      code: 'seal_kind_refused',
    });
    expect(asked).toEqual([]);
  });
});
