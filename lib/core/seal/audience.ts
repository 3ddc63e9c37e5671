import type { Digest } from '../json/digest.ts';

/** The audience that a job asks its ID token for: it binds the token to one proposal. Compared byte for byte. */
export function audienceOf(hash: Digest): string {
  return `countersign:v1:${hash}`;
}
