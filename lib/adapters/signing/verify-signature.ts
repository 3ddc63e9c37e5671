import { createPublicKey, verify } from 'node:crypto';
import { canonical } from '../../core/json/canonical.ts';
import type { JsonObject } from '../../core/json/value.ts';

/**
 * Whether a signature by the key of a JWK stands under a document's canonical text. Anything but an
 * Ed25519 key of 32 bytes and a signature of 64, each in plain base64url, is no.
 */
export function verifySignature(
  jwk: JsonObject,
  document: JsonObject & { readonly kind: string },
  signature: string,
): boolean {
  const { kty, crv, x } = jwk;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return false;
  const bytes = bytesOf(signature, 64);
  if (bytes === null || bytesOf(x, 32) === null) return false;
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  return verify(null, Buffer.from(canonical(document), 'utf8'), key, bytes);
}

/** Strict base64url: Node skips characters that are none, so that many texts would be one signature. */
function bytesOf(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : null;
}
