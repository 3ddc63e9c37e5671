import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { readDiscovery } from '../../../lib/core/seal/discovery.ts';
import { readIssuerKeys } from '../../../lib/core/seal/key.ts';

function modulus(bits: number): string {
  const { n } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
  return n ?? '';
}

const n = modulus(2048);
const key: JsonObject = { kty: 'RSA', alg: 'RS256', use: 'sig', kid: 'a', n, e: 'AQAB', x5t: 't' };

function ids(...keys: readonly JsonValue[]): readonly string[] {
  return [...readIssuerKeys({ keys }).keys()];
}

describe('OI-04: an issuer’s key set', () => {
  it('gives its RSA keys by their ids', () => {
    expect([...readIssuerKeys({ keys: [key, { ...key, kid: 'b' }] }).values()]).toEqual([
      { keyId: 'a', modulus: n, exponent: 'AQAB' },
      { keyId: 'b', modulus: n, exponent: 'AQAB' },
    ]);
  });

  it.each([
    ['without an algorithm', { alg: null }],
    ['for another algorithm', { alg: 'RS512' }],
    ['for encryption', { use: 'enc' }],
    ['without a use', { use: null }],
    ['that is symmetric', { kty: 'oct', k: 'c2VjcmV0' }],
    ['of 512 bits', { n: modulus(512) }],
    ['of 1024 bits', { n: modulus(1024) }],
    ['of 16384 bits', { n: Buffer.alloc(2048, 0xff).toString('base64url') }],
    ['with zeros before its number', { n: Buffer.alloc(256, 1).toString('base64url') }],
    ['with a number that is spelt laxly', { n: `${n}=` }],
    ['with an empty number', { n: '' }],
    ['with a number that is none', { n: 3 }],
    ['with the exponent 1', { e: 'AQ' }],
    ['with the exponent 3', { e: 'Aw' }],
    ['with an id that is a number', { kid: 1 }],
    ['with an empty id', { kid: '' }],
  ])('never uses a key %s', (_, change) => {
    expect(ids({ ...key, ...change }, { ...key, kid: 'good' })).toEqual(['good']);
  });

  it('uses neither of two keys under one id', () => {
    expect(ids(key, { ...key, kid: 'b' }, key)).toEqual(['b']);
  });

  it('reads no more than 64 keys, and what is no key is none', () => {
    const many = Array.from({ length: 70 }, (_, index) => ({ ...key, kid: `k${index}` }));
    expect(ids(...many)).toHaveLength(64);
    expect(ids(null, 'key', [])).toEqual([]);
  });

  it.each([[null], [[]], [{}], [{ keys: key }], [{ keys: null }]])('%j is no set', (set) => {
    expect(readIssuerKeys(set).size).toBe(0);
  });
});

describe('an issuer’s discovery document', () => {
  const issuer = 'https://token.actions.githubusercontent.com';
  const document: JsonObject = { issuer, jwks_uri: `${issuer}/.well-known/jwks`, scopes: [] };

  it('says where the keys are', () => {
    expect(readDiscovery(document, issuer)).toEqual({ keySet: `${issuer}/.well-known/jwks` });
    const server = 'https://github.acme.example/_services/token';
    const keys = `${server}/.well-known/jwks`;
    expect(readDiscovery({ issuer: server, jwks_uri: keys }, server)).toEqual({ keySet: keys });
  });

  it.each([
    ['of another issuer', { issuer: `${issuer}.evil.example` }],
    ['of the issuer with a slash', { issuer: `${issuer}/` }],
    ['with keys elsewhere', { jwks_uri: 'https://evil.example/.well-known/jwks' }],
    [
      'with keys at the issuer without TLS',
      { jwks_uri: 'http://token.actions.githubusercontent.com/.well-known/jwks' },
    ],
    ['with keys behind a name', { jwks_uri: 'https://a:b@token.actions.githubusercontent.com/jwks' }],
    ['with keys at a name alone', { jwks_uri: 'https://a@token.actions.githubusercontent.com/jwks' }],
    ['with keys at a secret alone', { jwks_uri: 'https://:b@token.actions.githubusercontent.com/jwks' }],
    ['with keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['with keys nowhere', { jwks_uri: 'nowhere' }],
    ['without keys', { jwks_uri: null }],
    ['with an address without end', { jwks_uri: `${issuer}/${'x'.repeat(500)}` }],
  ])('%s counts for nothing', (_, change) => {
    expect(readDiscovery({ ...document, ...change }, issuer)).toBeNull();
  });

  it('is an object', () => {
    expect(readDiscovery([document], issuer)).toBeNull();
  });
});
