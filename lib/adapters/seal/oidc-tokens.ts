import { createPublicKey, verify } from 'node:crypto';
import type { Clock } from '../../core/port/clock.ts';
import type { SealTokens } from '../../core/port/seal.ts';
import { ok, refused } from '../../core/result.ts';
import { readClaims } from '../../core/seal/claims.ts';
import type { IssuerKey } from '../../core/seal/key.ts';
import { isTimely } from '../../core/seal/times.ts';
import { readToken, type TokenParts } from '../../core/seal/token.ts';
import { issuerKeys } from './oidc-keys.ts';

/** What proving tokens takes from outside. */
export interface OidcTokensOptions {
  /** Whole addresses, as the tokens name them: no other issuer is listened to. */
  readonly issuers: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Proves ID tokens: RS256 (RFC 7518, section 3.3), by a key that the issuer's own discovery document leads to.
 * What can be refused without a question to the issuer is.
 */
export function oidcTokens(options: OidcTokensOptions): SealTokens {
  const { issuers, clock, fetch = globalThis.fetch } = options;
  const known = new Map(issuers.map((issuer) => [issuer, issuerKeys(issuer, clock, fetch)]));
  return {
    async prove(token) {
      const parts = readToken(token);
      if (!parts.ok) return parts;
      const claims = readClaims(parts.value.claims);
      if (!claims.ok) return refused('token_malformed');
      const keys = known.get(claims.value.issuer);
      if (keys === undefined) return refused('token_untrusted');
      if (!isTimely(claims.value, clock.now())) return refused('token_expired');
      const key = await keys.find(parts.value.keyId);
      if (!key.ok) return key;
      if (!isSigned(parts.value, key.value)) return refused('token_untrusted');
      return ok({ signed: parts.value.claims, claims: claims.value, key: key.value });
    },
  };
}

function isSigned({ signed, signature }: TokenParts, { modulus, exponent }: IssuerKey): boolean {
  const key = createPublicKey({ key: { kty: 'RSA', n: modulus, e: exponent }, format: 'jwk' });
  return verify('RSA-SHA256', Buffer.from(signed, 'ascii'), key, Buffer.from(signature, 'base64url'));
}
