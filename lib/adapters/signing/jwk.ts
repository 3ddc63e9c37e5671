import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/json/value.ts';

/** A public Ed25519 key as RFC 8037 writes it, with what a key set tells beside it. */
export interface SigningJwk extends JsonObject {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The key's 32 bytes, base64url. */
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** The key with its own thumbprint as its name. */
export function signingJwk(x: string): SigningJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

/** RFC 7638 over the members that RFC 8037 requires, in their order. */
function thumbprint(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}
