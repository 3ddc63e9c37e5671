import { describe, expect, it } from 'vitest';
import { audienceOf } from '../../../lib/core/seal/audience.ts';
import { maxTokenLength, readToken } from '../../../lib/core/seal/token.ts';
import { baseClaims, baseHeader, encode, tokenOf } from './build.ts';

describe('an ID token', () => {
  it('comes apart into its key’s id, its claims and what was signed', () => {
    const token = tokenOf(baseHeader, baseClaims);
    const [first, second] = token.split('.');
    expect(readToken(token)).toEqual({
      ok: true,
      value: { keyId: 'key-1', claims: baseClaims, signed: `${first}.${second}`, signature: 'c2ln' },
    });
  });

  it('needs no thumbprint', () => {
    expect(readToken(tokenOf({ typ: 'JWT', alg: 'RS256', kid: 'k' }, baseClaims)).ok).toBe(true);
  });

  it.each(['none', 'None', 'nOnE', '', 'HS256', 'RS512', 'PS256', 'ES256', 'rs256', null, 256])(
    'OI-01: with the algorithm %j is none',
    (alg) => {
      expect(readToken(tokenOf({ ...baseHeader, alg }, baseClaims))).toEqual(malformed);
    },
  );

  it('OI-01: without an algorithm is none', () => {
    expect(readToken(tokenOf({ typ: 'JWT', kid: 'k' }, baseClaims))).toEqual(malformed);
  });

  it.each([
    ['jwk', { kty: 'RSA', n: 'AQAB', e: 'AQAB' }],
    ['jku', 'https://evil.example/keys'],
    ['x5u', 'https://evil.example/cert'],
    ['x5c', ['MII']],
    ['crit', ['b64']],
    ['b64', false],
    ['zip', 'DEF'],
    ['cty', 'JWT'],
  ])('OI-02: with %s in its header is none', (name, value) => {
    expect(readToken(tokenOf({ ...baseHeader, [name]: value }, baseClaims))).toEqual(malformed);
  });

  it.each(['jwt', 'at+jwt', 'JOSE', null])('OI-02: of the type %j is none', (typ) => {
    expect(readToken(tokenOf({ ...baseHeader, typ }, baseClaims))).toEqual(malformed);
  });

  it.each([
    ['10 kB', 'k'.repeat(10_240)],
    ['a number', 1],
    ['empty', ''],
    ['missing', undefined],
  ])('OI-03: with a key id that is %s is none', (_, kid) => {
    const { kid: _own, ...rest } = baseHeader;
    const header = kid === undefined ? rest : { ...rest, kid };
    expect(readToken(tokenOf(header, baseClaims))).toEqual(malformed);
  });

  it('OI-03: with a key id that is there twice is none', () => {
    const header = '{"typ":"JWT","alg":"RS256","kid":"a","kid":"key-1"}';
    expect(readToken(tokenOf(header, baseClaims))).toEqual(malformed);
  });

  it('OI-03: a key id that looks like a path or like SQL is an id as any other', () => {
    for (const kid of ['../../dev/null', "'OR(1=1)--"])
      expect(readToken(tokenOf({ ...baseHeader, kid }, baseClaims))).toMatchObject({
        ok: true,
        value: { keyId: kid },
      });
  });

  it.each([
    ['padding', (token: string) => `${token}=`],
    ['surplus bits', (token: string) => token.replace(/c2ln$/, 'YR')],
    ['a space', (token: string) => token.replace('.', ' .')],
    ['a line feed at the end', (token: string) => `${token}\n`],
    ['standard base64', (token: string) => token.replace(/c2ln$/, 'ab+/')],
    ['a fourth part', (token: string) => `${token}.c2ln`],
    ['two parts', (token: string) => token.replace(/\.c2ln$/, '')],
    ['an empty signature', (token: string) => token.replace(/c2ln$/, '')],
    ['nothing', () => ''],
  ])('OI-06: spelt with %s is none', (_, change) => {
    expect(readToken(change(tokenOf(baseHeader, baseClaims)))).toEqual(malformed);
  });

  it.each([
    ['no JSON', 'iss=github'],
    ['a list', '[]'],
    ['duplicate keys', '{"aud":"a","aud":"b"}'],
    ['a number beyond a double', '{"exp":1e999}'],
  ])('OI-17: whose claims are %s is none', (_, claims) => {
    expect(readToken(tokenOf(baseHeader, claims))).toEqual(malformed);
  });

  it('whose claims are no UTF-8 is none', () => {
    const claims = Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url');
    expect(readToken(`${encode(JSON.stringify(baseHeader))}.${claims}.c2ln`)).toEqual(malformed);
  });

  it('of 1 MB is not read', () => {
    expect(readToken(`${'a'.repeat(1_048_576)}.b.c`)).toEqual(malformed);
    const fitting = tokenOf(baseHeader, { ...baseClaims, long: 'x'.repeat(maxTokenLength) });
    expect(readToken(fitting)).toEqual(malformed);
  });

  it('is asked for under an audience of our own that names the whole hash', () => {
    expect(audienceOf('ab'.repeat(32))).toBe(`countersign:v1:${'ab'.repeat(32)}`);
  });
});

const malformed = { ok: false, fault: 'token_malformed' };
