import type { Digest } from '../json/digest.ts';
import type { Result } from '../result.ts';

/** What a seal is taken over. */
export interface SealSubject {
  readonly hash: Digest;
  /** Digest of the record's canonical text. */
  readonly record: Digest;
  readonly repositoryId: string;
  readonly run: string;
}

/** A seal as the body carries it: `<kind> <keyId> <value>`. An OIDC seal is kept by the App and carries no line. */
export interface SealLine {
  readonly kind: 'hmac';
  /** First 8 digits of the key's own digest: tells which key, nothing about it. */
  readonly keyId: string;
  readonly value: Digest;
}

/** On the runner: seals a hash after every server has stopped. `null` stands for a seal without a line. */
export interface Sealer {
  readonly kind: 'hmac' | 'oidc';
  seal(subject: SealSubject): Promise<Result<SealLine | null, string>>;
}

/** In the App, and on a runner that finds its open proposal again: says whether a seal holds. */
export interface SealVerifier {
  verify(subject: SealSubject, line: SealLine | null): Promise<SealVerdict>;
}

/** Whether a seal holds, and who made it, or why it does not count. */
export type SealVerdict =
  | { readonly ok: true; readonly kind: 'hmac' | 'oidc' | 'app'; readonly by: string }
  | { readonly ok: false; readonly code: 'seal_missing' | 'seal_invalid' | 'seal_kind_refused' };
