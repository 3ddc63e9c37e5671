import type { EpochMs } from '../time/instant.ts';
import type { SealClaims } from './claims.ts';

/** How far two clocks may lie apart. */
const maxSkewSeconds = 60;

/** GitHub's tokens live for 5 to 15 minutes; one that lives much longer is not of that kind. */
const maxLifetimeSeconds = 3600;

/** Whether a token is valid now, as its own times say. */
export function isTimely(
  { issuedAt, notBefore, expiresAt }: Pick<SealClaims, 'issuedAt' | 'notBefore' | 'expiresAt'>,
  now: EpochMs,
): boolean {
  const seconds = now / 1000;
  if (expiresAt <= issuedAt || expiresAt - issuedAt > maxLifetimeSeconds) return false;
  if (Math.max(issuedAt, notBefore) > seconds + maxSkewSeconds) return false;
  return seconds < expiresAt + maxSkewSeconds;
}
