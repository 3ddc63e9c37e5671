import { execFile } from 'node:child_process';
import { createHmac, createPublicKey, generateKeyPairSync, hkdfSync, verify } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signingJwk } from '../../../lib/adapters/signing/jwk.ts';
import { loadSigner } from '../../../lib/adapters/signing/signer.ts';
import { verifySignature } from '../../../lib/adapters/signing/verify-signature.ts';
import { isJsonArray, isJsonObject, type JsonObject } from '../../../lib/core/json/value.ts';

/** RFC 8037, appendix A.1 and A.2. */
const rfcKey = { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' };
const rfcPublic = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
/** The same key as PKCS#8: a fixed prefix (RFC 8410) and its 32 bytes. */
const rfcPem = `-----BEGIN PRIVATE KEY-----\n${Buffer.concat([
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  Buffer.from(rfcKey.d, 'base64url'),
]).toString('base64')}\n-----END PRIVATE KEY-----\n`;

const document = { kind: 'countersign/head@1', run: '7-1-1-aaaaaaaa', count: 3 };

const run = promisify(execFile);

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signing-'));
  path = join(directory, 'keys', 'signing.pem');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('the signing key', () => {
  test('is made at first start, for its owner alone, and is the same from then on', () => {
    const first = loadSigner(path);
    expect(first).toMatchObject({ created: true, path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const second = loadSigner(path);
    expect(second.created).toBe(false);
    expect(second.signer.keyId).toBe(first.signer.keyId);
    expect(second.signer.mark(document)).toBe(first.signer.mark(document));
  });

  test('leaves no half-made file beside it', () => {
    loadSigner(path);
    expect(readdirSync(join(directory, 'keys'))).toEqual(['signing.pem']);
  });

  test('is another for every App', () => {
    expect(loadSigner(path).signer.keyId).not.toBe(loadSigner(join(directory, 'other.pem')).signer.keyId);
  });

  test.each([0o644, 0o640, 0o604, 0o620, 0o601])('that others can reach (mode %o) is refused', (mode) => {
    loadSigner(path);
    chmodSync(path, mode);
    expect(() => loadSigner(path)).toThrow(expect.objectContaining({ code: 'key_readable_by_others' }));
  });

  test('that others can reach through a link is refused', () => {
    loadSigner(path);
    chmodSync(path, 0o644);
    const link = join(directory, 'link.pem');
    symlinkSync(path, link);
    expect(() => loadSigner(link)).toThrow(expect.objectContaining({ code: 'key_readable_by_others' }));
  });

  test.each([
    ['nothing', ''],
    ['text', 'secret-canary'],
    ['half a key', rfcPem.slice(0, 60)],
    [
      'a key of another kind',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ],
    ['a public key', generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })],
    ['too much', `${rfcPem}${' '.repeat(5000)}`],
  ])('that is %s is refused and left as it is', (_, content) => {
    loadSigner(path);
    writeFileSync(path, content);
    expect(() => loadSigner(path)).toThrow(expect.objectContaining({ code: 'key_malformed' }));
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  test('SE-01: a fault never quotes the file', () => {
    loadSigner(path);
    writeFileSync(path, '-----BEGIN PRIVATE KEY-----\nsecret-canary\n-----END PRIVATE KEY-----\n');
    let fault: unknown = null;
    try {
      loadSigner(path);
    } catch (error) {
      fault = error;
    }
    expect(inspect(fault, { depth: 9 })).toMatch(/^SigningKeyFault/);
    expect(inspect(fault, { depth: 9 })).not.toContain('canary');
  });

  test('in a place that is no file is refused', () => {
    expect(() => loadSigner(directory)).toThrow(expect.objectContaining({ code: 'key_unreadable' }));
  });

  test('is one, when many processes start for the first time at once', async () => {
    const module = pathToFileURL(resolve('lib/adapters/signing/signer.ts')).href;
    const script = `import { loadSigner } from ${JSON.stringify(module)};
      const { created, signer } = loadSigner(${JSON.stringify(path)});
      console.log(JSON.stringify({ created, keyId: signer.keyId }));`;
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => run(process.execPath, ['--input-type=module', '-e', script])),
    );
    const loaded = starts.map(({ stdout }): { created: boolean; keyId: string } => JSON.parse(stdout));
    expect(new Set(loaded.map(({ keyId }) => keyId)).size).toBe(1);
    expect(loaded.filter(({ created }) => created)).toHaveLength(1);
    expect(readdirSync(join(directory, 'keys'))).toEqual(['signing.pem']);
  });
});

describe('what is published', () => {
  test('is the public half alone, named by its thumbprint (RFC 8037, appendix A.3)', () => {
    const { signer } = fixed();
    expect(signer.keyId).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    expect(signer.jwks()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: rfcPublic, kid: signer.keyId, use: 'sig', alg: 'EdDSA' }],
    });
  });
});

describe('a signature', () => {
  test('stands under the canonical text, whoever checks it', () => {
    const { signer } = fixed();
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rfcPublic }, format: 'jwk' });
    const text = '{"count":3,"kind":"countersign/head@1","run":"7-1-1-aaaaaaaa"}';
    expect(verify(null, Buffer.from(text), key, Buffer.from(signer.sign(document), 'base64url'))).toBe(true);
  });

  test('holds for its document by its published key, in whatever order the members stand', () => {
    const { signer } = fixed();
    const { kind, ...rest } = document;
    expect(verifySignature(published(signer.jwks()), { ...rest, kind }, signer.sign(document))).toBe(true);
  });

  test('AU-04: holds for no other document', () => {
    const { signer } = fixed();
    const jwk = published(signer.jwks());
    for (const twist of [{ count: 4 }, { kind: 'countersign/other@1' }, { more: null }])
      expect(verifySignature(jwk, { ...document, ...twist }, signer.sign(document))).toBe(false);
  });

  test('AU-04: holds by no other key', () => {
    const other = published(loadSigner(path).signer.jwks());
    expect(verifySignature(other, document, fixed().signer.sign(document))).toBe(false);
  });

  test('with any bit flipped does not hold', () => {
    const { signer } = fixed();
    const jwk = published(signer.jwks());
    const bytes = Buffer.from(signer.sign(document), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifySignature(jwk, document, flipped.toString('base64url'))).toBe(false);
    }
  });

  test('is written one way only', () => {
    const { signer } = fixed();
    const jwk = published(signer.jwks());
    const signature = signer.sign(document);
    expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/);
    for (const text of [
      `${signature}==`,
      `${signature} `,
      ` ${signature}`,
      `${signature}A`,
      signature.slice(1),
      '',
    ])
      expect(verifySignature(jwk, document, text)).toBe(false);
  });

  test.each([
    { kty: 'EC' },
    { crv: 'X25519' },
    { x: 7 },
    { x: '' },
    { x: `${rfcPublic}=` },
    { x: rfcPublic.slice(1) },
  ])('by something that is no such key does not hold: %o', (twist) => {
    const { signer } = fixed();
    const jwk = { ...published(signer.jwks()), ...twist };
    expect(verifySignature(jwk, document, signer.sign(document))).toBe(false);
  });
});

describe('a mark', () => {
  test('is a MAC by a key derived from the private one for this use alone', () => {
    const derived = hkdfSync(
      'sha256',
      Buffer.from(rfcKey.d, 'base64url'),
      Buffer.alloc(0),
      'countersign/mark@1',
      32,
    );
    const text = '{"count":3,"kind":"countersign/head@1","run":"7-1-1-aaaaaaaa"}';
    const mac = createHmac('sha256', Buffer.from(derived)).update(text).digest('hex');
    expect(fixed().signer.mark(document)).toBe(mac);
  });

  test('is another for every key and every document', () => {
    const { signer } = fixed();
    expect(signer.mark({ ...document, count: 4 })).not.toBe(signer.mark(document));
    expect(loadSigner(path).signer.mark(document)).not.toBe(signer.mark(document));
  });
});

test('a thumbprint does not depend on anything but the key', () => {
  expect(signingJwk(rfcPublic).kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

function fixed(): ReturnType<typeof loadSigner> {
  const file = join(directory, 'fixed.pem');
  writeFileSync(file, rfcPem, { mode: 0o600 });
  return loadSigner(file);
}

function published({ keys }: JsonObject): JsonObject {
  const first = isJsonArray(keys) ? keys[0] : undefined;
  if (!isJsonObject(first)) throw new Error('no key is published');
  return first;
}
