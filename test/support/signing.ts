/** Signers with keys of their own that are the same in every test run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivateKey } from 'node:crypto';
import { loadSigner } from '../../lib/adapters/signing/signer.ts';
import { readKeys, type PublicKey } from '../../lib/core/export/key.ts';
import type { Signer } from '../../lib/core/port/signer.ts';

/** PKCS#8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The App's own signer, with a key made from one byte. */
export function signerOf(byte: number): Signer {
  const folder = mkdtempSync(join(tmpdir(), 'signer-'));
  try {
    const der = Buffer.concat([prefix, Buffer.alloc(32, byte)]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const path = join(folder, 'key.pem');
    writeFileSync(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    return loadSigner(path).signer;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The public keys of a signer. */
export function keysOf(signer: Pick<Signer, 'jwks'>): readonly PublicKey[] {
  const keys = readKeys(signer.jwks());
  if (keys === null) throw new TypeError('a signer publishes its keys');
  return keys;
}
