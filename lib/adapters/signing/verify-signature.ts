import { createPublicKey, verify } from 'node:crypto';
import { preAuthEncoding } from '../../core/export/pae.ts';
import { canonical } from '../../core/json/canonical.ts';
import type { JsonObject } from '../../core/json/value.ts';
import type { SignatureCheck } from '../../core/port/signer.ts';

/** Checks signatures with Node's own Ed25519. */
export const signatureCheck: SignatureCheck = {
  document: verifySignature,
  payload: (jwk, payload, signature) => holds(jwk, preAuthEncoding(payload), signature),
};

/**
 * Whether a signature by the key of a JWK stands under a document's canonical text. Anything but an
 * Ed25519 key of 32 bytes and a signature of 64, each in plain base64url, is no.
 */
export function verifySignature(
  jwk: JsonObject,
  document: JsonObject & { readonly kind: string },
  signature: string,
): boolean {
  return holds(jwk, canonical(document), signature);
}

function holds({ kty, crv, x }: JsonObject, text: string, signature: string): boolean {
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return false;
  const bytes = bytesOf(signature, 64);
  if (bytes === null || bytesOf(x, 32) === null) return false;
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  return verify(null, Buffer.from(text, 'utf8'), key, bytes);
}

/** Strict base64url: Node skips characters that are none, so that many texts would be one signature. */
function bytesOf(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : null;
}
