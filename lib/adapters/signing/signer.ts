import { createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto';
import { preAuthEncoding } from '../../core/export/pae.ts';
import { canonical } from '../../core/json/canonical.ts';
import { macDocument } from '../../core/json/digest.ts';
import type { Signer } from '../../core/port/signer.ts';
import { signingJwk } from './jwk.ts';
import { readOrCreateKey } from './key-file.ts';

/** Binds the derived key to its one use: it never meets the bytes that are signed. */
const markInfo = 'countersign/mark@1';

export interface LoadedSigner {
  readonly signer: Signer;
  readonly path: string;
  /** Whether this start made the key: whoever runs the App should keep a copy of it then. */
  readonly created: boolean;
}

/** Loads the App's Ed25519 key (PKCS#8 PEM, mode 0600), and makes it at first start. Throws a `SigningKeyFault`. */
export function loadSigner(path: string): LoadedSigner {
  const { key, created } = readOrCreateKey(path);
  return { signer: signerOf(key), path, created };
}

function signerOf(key: KeyObject): Signer {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const { d } = key.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new TypeError('an Ed25519 key has both parts');
  const jwk = signingJwk(x);
  const markKey = new Uint8Array(
    hkdfSync('sha256', Buffer.from(d, 'base64url'), new Uint8Array(), markInfo, 32),
  );
  // RFC 8032 hashes by itself: no digest is named here.
  const signText = (text: string): string => sign(null, Buffer.from(text, 'utf8'), key).toString('base64url');
  return {
    keyId: jwk.kid,
    sign: (document) => signText(canonical(document)),
    signPayload: (payload) => signText(preAuthEncoding(payload)),
    jwks: () => ({ keys: [jwk] }),
    mark: (document) => macDocument(markKey, document),
  };
}
