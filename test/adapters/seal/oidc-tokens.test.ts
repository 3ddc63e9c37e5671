import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oidcTokens } from '../../../lib/adapters/seal/oidc-tokens.ts';
import type { SealTokens } from '../../../lib/core/port/seal.ts';
import {
  discoveryPath,
  jobClaims,
  keysPath,
  send,
  shownKey,
  startIssuer,
  type Issuer,
} from '../../support/issuer.ts';

const claims = {
  ...jobClaims({
    repository: { id: '701', ownerId: '77', name: 'acme/payments' },
    runId: '8809',
    attempt: 1,
    workflowRef: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
    sha: 'c0ffee0000000000000000000000000000c0ffee',
    event: 'workflow_dispatch',
    actor: '1001',
  }),
  aud: `countersign:v1:${'ab'.repeat(32)}`,
};

let issuer: Issuer;
let tokens: SealTokens;
/** How far our clock runs ahead of the issuer's, in milliseconds. */
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  issuer = await startIssuer();
  tokens = oidcTokens({ issuers: [issuer.url], clock: { now: () => Date.now() + ahead } });
});
afterEach(() => issuer.close());

async function faultOf(token: string): Promise<string> {
  const proved = await tokens.prove(token);
  return proved.ok ? 'proved' : proved.fault;
}

describe('a job’s ID token', () => {
  it('is proved by the key that the issuer’s discovery document leads to', async () => {
    const proved = await tokens.prove(issuer.token(claims));
    expect(proved).toMatchObject({
      ok: true,
      value: {
        claims: { issuer: issuer.url, repositoryId: '701', actorId: '1001', runner: 'github-hosted' },
        signed: { sub: 'repo:acme/payments:ref:refs/heads/main' },
        key: { exponent: 'AQAB' },
      },
    });
    expect(issuer.asked).toEqual([discoveryPath, keysPath]);
  });

  it('costs the issuer nothing once its keys are known', async () => {
    for (let nth = 0; nth < 5; nth += 1) expect(await faultOf(issuer.token(claims))).toBe('proved');
    expect(issuer.asked).toHaveLength(2);
  });

  it('OI-01: is refused when its algorithm is none', async () => {
    const header = { alg: 'none' };
    expect(await faultOf(issuer.token(claims, { header, by: 'nobody' }))).toBe('token_malformed');
    expect(await faultOf(issuer.token(claims, { by: 'nobody' }))).toBe('token_malformed');
    expect(issuer.asked).toEqual([]);
  });

  it('OI-01: is refused when it is signed by HMAC with the public key’s text', async () => {
    const twist = { by: 'public-key' } as const;
    expect(await faultOf(issuer.token(claims, { ...twist, header: { alg: 'HS256' } }))).toBe(
      'token_malformed',
    );
    expect(await faultOf(issuer.token(claims, twist))).toBe('token_untrusted');
  });

  it('is refused when a stranger signed it, or when one of its bits is another', async () => {
    expect(await faultOf(issuer.token(claims, { by: 'stranger' }))).toBe('token_untrusted');
    const [head = '', body = '', signature = ''] = issuer.token(claims).split('.');
    const other = Buffer.from(body, 'base64url').toString('utf8').replace('"701"', '"702"');
    expect(await faultOf(`${head}.${Buffer.from(other).toString('base64url')}.${signature}`)).toBe(
      'token_untrusted',
    );
    expect(await faultOf(`${head}.${body}.${signature.slice(0, -6)}`)).toBe('token_untrusted');
  });

  it('OI-02: is refused when its header leads to a key, and nobody is asked', async () => {
    const evil = await startIssuer();
    const { kid: _kid, ...jwk } = shownKey(2048);
    for (const header of [{ jku: `${evil.url}/keys` }, { x5u: `${evil.url}/cert` }, { jwk }])
      expect(await faultOf(issuer.token(claims, { header }))).toBe('token_malformed');
    expect([...evil.asked, ...issuer.asked]).toEqual([]);
    await evil.close();
  });

  it('OI-03: with an unknown key is refused, at one question to the issuer in a minute', async () => {
    const kids = ['unknown', '../../dev/null', "'OR(1=1)--"];
    for (const kid of kids)
      expect(await faultOf(issuer.token(claims, { header: { kid } }))).toBe('token_untrusted');
    expect(issuer.asked).toHaveLength(2);
    ahead = 61_000;
    expect(await faultOf(issuer.token(claims, { header: { kid: 'unknown' } }))).toBe('token_untrusted');
    expect(issuer.asked).toHaveLength(4);
  });

  it('OI-03: many at once with an unknown key ask once', async () => {
    const header = { kid: 'unknown' };
    await Promise.all(Array.from({ length: 20 }, async () => faultOf(issuer.token(claims, { header }))));
    expect(issuer.asked).toHaveLength(2);
  });

  it('OI-04: is not proved by a key that is not for this', async () => {
    issuer.addKeys(
      shownKey(2048, { kid: 'no-alg', alg: null }),
      shownKey(2048, { kid: 'enc', use: 'enc' }),
      shownKey(512, { kid: 'short' }),
      { kty: 'oct', alg: 'HS256', use: 'sig', kid: 'oct', k: 'c2VjcmV0' },
    );
    for (const kid of ['no-alg', 'enc', 'short', 'oct'])
      expect(await faultOf(issuer.token(claims, { header: { kid } }))).toBe('token_untrusted');
  });

  it('OI-06: is refused in any other spelling of the same bytes', async () => {
    const token = issuer.token(claims);
    for (const other of [`${token}=`, `${token} `, `${token}\n`, ` ${token}`, token.replace('.', '=.')])
      expect(await faultOf(other)).toBe('token_malformed');
    expect(issuer.asked).toEqual([]);
  });

  it.each([
    ['a name that begins with ours', (own: string) => `${own}.evil.example`],
    ['a path below ours', (own: string) => `${own}/acme`],
    ['ours with a slash', (own: string) => `${own}/`],
    ['GitHub’s own, which this App does not listen to', () => 'https://token.actions.githubusercontent.com'],
  ])('from %s is refused, and nobody is asked', async (_, name) => {
    const iss = name(issuer.url);
    expect(await faultOf(issuer.token(claims, { claims: { iss } }))).toBe('token_untrusted');
    expect(issuer.asked).toEqual([]);
  });

  it.each([[['countersign:v1:x']], [undefined], [null]])(
    'OI-07: with the audience %j is refused',
    async (aud) => {
      expect(await faultOf(issuer.token(claims, { claims: { aud } }))).toBe('token_malformed');
    },
  );

  it('OI-17: is refused when it is over, not yet valid, or valid for a day, and nobody is asked', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const times of [
      { iat: now - 900, nbf: now - 1500, exp: now - 61 },
      { nbf: now + 62 },
      { iat: now + 62 },
      { exp: now + 86_400 },
    ])
      expect(await faultOf(issuer.token(claims, { claims: times }))).toBe('token_expired');
    expect(issuer.asked).toEqual([]);
    expect(await faultOf(issuer.token(claims, { claims: { nbf: now + 1 } }))).toBe('proved');
  });

  it('of 1 MB is refused, and nobody is asked', async () => {
    const token = issuer.token(claims, { claims: { long: 'x'.repeat(1_048_576) } });
    expect(await faultOf(token)).toBe('token_malformed');
    expect(issuer.asked).toEqual([]);
  });
});

describe('an issuer', () => {
  it('whose keys rotate is asked again for a key that is not known yet', async () => {
    const before = issuer.token(claims);
    expect(await faultOf(before)).toBe('proved');
    issuer.rotate('kept');
    ahead = 61_000;
    expect(await faultOf(issuer.token(claims))).toBe('proved');
    expect(await faultOf(before)).toBe('proved');
    expect(issuer.asked).toHaveLength(4);
  });

  it('that took a key away is believed within the hour', async () => {
    const later = Math.floor(Date.now() / 1000) + 3601;
    const times = { iat: later, nbf: later, exp: later + 300 };
    const before = issuer.token(claims, { claims: times });
    expect(await faultOf(issuer.token(claims))).toBe('proved');
    issuer.rotate('gone');
    ahead = 3_601_000;
    expect(await faultOf(before)).toBe('token_untrusted');
    expect(await faultOf(issuer.token(claims, { claims: times }))).toBe('proved');
    expect(issuer.asked).toHaveLength(4);
  });

  it('that redirects is not followed', async () => {
    const evil = await startIssuer();
    for (const path of [discoveryPath, keysPath]) {
      issuer.answer(path, (_, response) => {
        response.writeHead(302, { location: `${evil.url}${path}` }).end();
      });
      expect(await faultOf(issuer.token(claims))).toBe('issuer_unreachable');
      issuer.answer(path, null);
      ahead += 5_001;
    }
    expect(evil.asked).toEqual([]);
    await evil.close();
  });

  it('whose discovery document leads elsewhere is not believed', async () => {
    const evil = await startIssuer();
    const lies = [
      { issuer: evil.url, jwks_uri: `${issuer.url}${keysPath}` },
      { issuer: issuer.url, jwks_uri: `${evil.url}${keysPath}` },
      { issuer: issuer.url, jwks_uri: 'file:///etc/passwd' },
    ];
    for (const lie of lies) {
      issuer.answer(discoveryPath, (_, response) => send(response, 200, lie));
      expect(await faultOf(issuer.token(claims))).toBe('issuer_unreachable');
      ahead += 5_001;
    }
    expect(evil.asked).toEqual([]);
    expect(issuer.asked).not.toContain(keysPath);
    await evil.close();
  });

  it.each([
    ['answers with a fault', 500, '{}'],
    ['has no such page', 404, '{}'],
    ['answers with a page', 200, '<html></html>'],
    ['answers with duplicate keys', 200, '{"issuer":"a","issuer":"b"}'],
    ['answers without an end', 200, ' '.repeat(400_000)],
  ])('that %s proves nothing', async (_, status, text) => {
    issuer.answer(discoveryPath, (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    expect(await faultOf(issuer.token(claims))).toBe('issuer_unreachable');
  });

  it('that shows no key of use proves nothing', async () => {
    issuer.answer(keysPath, (_, response) => send(response, 200, { keys: [] }));
    expect(await faultOf(issuer.token(claims))).toBe('issuer_unreachable');
  });

  it('that failed is asked again after five seconds, and not before', async () => {
    issuer.answer(discoveryPath, (_, response) => send(response, 503, {}));
    for (let nth = 0; nth < 3; nth += 1)
      expect(await faultOf(issuer.token(claims))).toBe('issuer_unreachable');
    expect(issuer.asked).toHaveLength(1);
    issuer.answer(discoveryPath, null);
    ahead = 5_001;
    expect(await faultOf(issuer.token(claims))).toBe('proved');
  });

  it('that is too slow is given up, its body too', async () => {
    // Nothing waits for real: the time that the request is given is over at once.
    const hurried: typeof fetch = async (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(50) });
    const clock = { now: () => Date.now() };
    issuer.answer(discoveryPath, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    });
    const slow = oidcTokens({ issuers: [issuer.url], clock, fetch: hurried });
    expect(await slow.prove(issuer.token(claims))).toEqual({ ok: false, fault: 'issuer_unreachable' });
  });

  it('that is not there proves nothing', async () => {
    const probe = createServer();
    const port = await new Promise<number>((resolve) => {
      probe.listen(0, '127.0.0.1', () => {
        const address = probe.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    await new Promise((resolve) => {
      probe.close(resolve);
    });
    const iss = `http://127.0.0.1:${port}`;
    const gone = oidcTokens({ issuers: [iss], clock: { now: () => Date.now() } });
    expect(await gone.prove(issuer.token(claims, { claims: { iss } }))).toEqual({
      ok: false,
      fault: 'issuer_unreachable',
    });
  });
});
