import type { Digest } from '../json/digest.ts';

/** A seal as it is kept, for good. */
export interface StoredSeal {
  /** `<issuer> <jti>`: the token's own id, which seals once. */
  readonly token: string;
  readonly hash: Digest;
  /** Digest of the record's canonical text. */
  readonly record: Digest;
  readonly repositoryId: string;
  /** `<repository id>:<Actions run id>`. */
  readonly origin: string;
  /** Canonical text of the verdict. */
  readonly verdict: string;
}

/**
 * Where the App keeps whom it sealed for. Every method is one transaction, durable when it resolves. It
 * rejects only when the store itself fails; then nothing is assumed to be done.
 */
export interface SealStore {
  /**
   * Keeps a seal, the first one of its hash and of its token. `known`: this hash is sealed with this record,
   * by whichever token; `differs`: with another record. `token_used`: the token sealed another hash.
   * `run_open`: the origin has an open run of another hash. `full`: it has `limit` seals.
   */
  keepSeal(
    seal: StoredSeal,
    limit: number,
  ): Promise<'kept' | 'known' | 'differs' | 'token_used' | 'run_open' | 'full'>;
  sealOf(question: { readonly hash: Digest }): Promise<StoredSeal | null>;
}
