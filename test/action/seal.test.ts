/** The bundled Action seals by the job's own identity, with an issuer and an App that both answer over HTTP. */
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { splitBody } from '../../lib/core/proposal/body.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import { readSealRequest } from '../../lib/core/seal/request.ts';
import { send, startIssuer, type Issuer } from '../support/issuer.ts';
import { close, listen } from '../support/loopback.ts';
import type { ActionResult } from './support/run-action.ts';
import { installHostile, startActionScene, type ActionScene } from './support/scene.ts';

let scene: ActionScene;
let issuer: Issuer;
let app: Server;
let appUrl = '';
/** What happened, in order: `token`, `seal`, `ask`. */
let order: string[] = [];
let tokens: string[] = [];
let sealed: Map<string, string> = new Map();
/** What the App says instead; null: it seals whatever comes. */
let refusal: { readonly status: number; readonly code: string } | null = null;
/** How many processes of this runner lived when the token was asked for: the Action itself is one. */
let aliveAtToken = 0;

beforeEach(async () => {
  [order, tokens, sealed, refusal, aliveAtToken] = [[], [], new Map(), null, 0];
  scene = await startActionScene();
  installHostile(scene.runner, 'honest');
  issuer = await startIssuer();
  app = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const answer = request.method === 'POST' ? seal(body) : ask(request.url ?? '');
      send(response, answer.status, answer.body);
    })();
  });
  appUrl = await listen(app);
});
afterEach(async () => {
  await close(app);
  await issuer.close();
  await scene.close();
});

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

function seal(body: string): Answer {
  order.push(`seal with ${scene.issues().length} issues`);
  const request = readSealRequest(body);
  if (!request.ok) return { status: 400, body: { sealed: false, code: request.fault } };
  tokens.push(request.value.token);
  if (refusal !== null) return { status: refusal.status, body: { sealed: false, code: refusal.code } };
  const text = recordCodec.decode(request.value.record);
  const read = text.ok ? parseRecord(text.value) : text;
  if (!text.ok || !read.ok) return { status: 400, body: { sealed: false, code: 'record_malformed' } };
  sealed.set(read.value.hash, digestText(text.value));
  return ask(`/${read.value.hash}`);
}

function ask(path: string): Answer {
  const hash = path.split('/').at(-1) ?? '';
  if (path.startsWith('/api')) order.push('ask');
  const record = sealed.get(hash);
  return record === undefined
    ? { status: 404, body: { sealed: false, code: 'seal_missing' } }
    : { status: 200, body: { sealed: true, hash, record, at: '2026-11-30T14:10:00.000Z' } };
}

async function start(
  inputs: Readonly<Record<string, string>> = {},
  change: Readonly<Record<string, string>> = {},
): Promise<ActionResult> {
  const { url, token } = issuer.serveJob({ repository: 'acme/payments' });
  const identity = { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token };
  const result = await scene.start(
    { bundle: 'hostile', seal: 'oidc', 'seal-key': '', 'app-url': appUrl, ...inputs },
    { ...identity, ...change },
  );
  // Neither what the job asks by nor what it gets for that is told to anybody.
  for (const secret of [token, ...tokens]) expect(result.everything).not.toContain(secret);
  return result;
}

describe('the seal by the job’s own identity', () => {
  it('is made before the issue is opened, and leaves no line in it', async () => {
    const result = await start();
    expect(result.errors).toEqual([]);
    expect(result.code).toBe(0);
    expect(order).toEqual(['seal with 0 issues']);
    const [issue] = scene.issues();
    expect(splitBody(issue?.body ?? '')).toMatchObject({ ok: true, value: { seal: null } });
    expect(sealed.has(result.outputs['hash'] ?? '')).toBe(true);
    expect(result.stdout).not.toContain('HMAC');
  });

  it('SE-09: binds the token to the hash, and puts it nowhere else', async () => {
    const result = await start();
    const [, claims = ''] = (tokens[0] ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: `countersign:v1:${result.outputs['hash']}`,
    });
    const [issue] = scene.issues();
    expect(JSON.stringify([issue, scene.fake.requests])).not.toContain((tokens[0] ?? '').split('.')[2]);
  });

  it('RU-10: is asked for when every server has ended', async () => {
    const { url, token } = issuer.serveJob({});
    const { pathname } = new URL(url);
    issuer.answer(pathname, (request, response) => {
      aliveAtToken = scene.orphans().length;
      const audience = new URL(request.url ?? '', url).searchParams.get('audience');
      send(response, 200, { value: issuer.token({ aud: audience }) });
    });
    const identity = { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token };
    expect((await start({}, identity)).code).toBe(0);
    expect(aliveAtToken).toBe(1);
  });

  it('that the App refuses ends the run with the App’s code, and nothing is opened', async () => {
    refusal = { status: 403, code: 'not_installed' };
    const result = await start();
    expect(result.code).toBe(1);
    expect(result.errors).toEqual([expect.stringContaining('title=Countersign%3A not_installed')]);
    expect(scene.issues()).toEqual([]);
  });

  it('needs the permission to have an identity, and says which', async () => {
    const result = await start({}, { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' });
    expect(result.code).toBe(1);
    expect(result.errors.join()).toContain('id-token: write');
    expect(scene.issues()).toEqual([]);
    expect(order).toEqual([]);
  });

  it('OI-11: is asked about when the run finds its open proposal again', async () => {
    const first = await start();
    const second = await start();
    expect(second.code).toBe(0);
    expect(second.outputs['hash']).toBe(first.outputs['hash']);
    expect(order).toEqual(['seal with 0 issues', 'ask']);
    expect(scene.issues()).toHaveLength(1);
  });

  it('OI-11: of an open proposal that the App does not know makes that a planted one', async () => {
    await start();
    sealed.clear();
    const second = await start();
    expect(second.stdout).toContain('is not: seal_missing');
    expect(scene.issues()).toHaveLength(2);
  });

  it('OI-11: that can’t be asked about ends the run rather than to propose twice', async () => {
    await start();
    await close(app);
    const second = await start();
    expect(second.code).toBe(1);
    expect(scene.issues()).toHaveLength(1);
  });

  it.each([
    ['without TLS', 'http://countersign.example'],
    ['with a name and a secret', 'https://a:b@countersign.example'],
    ['with a question', 'https://countersign.example?x=1'],
    ['that is none', 'countersign.example'],
    ['that is missing', ''],
  ])('needs the App’s address; one %s is refused before anything is started', async (_, url) => {
    const result = await start({ 'app-url': url });
    expect(result.code).toBe(1);
    expect(result.errors.join()).toContain('app-url: expected');
    expect(scene.fake.requests).toEqual([]);
  });
});

describe('a seal by a shared key', () => {
  it('is made only where the workflow says so, with a warning', async () => {
    const result = await start({ seal: 'hmac', 'seal-key': 'k'.repeat(40) });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('::warning title=Countersign%3A a shared key::Sealed by HMAC');
    expect(order).toEqual([]);
    const none = await start({ seal: 'none' });
    expect(none.errors.join()).toContain('seal: expected oidc or hmac');
  });
});
