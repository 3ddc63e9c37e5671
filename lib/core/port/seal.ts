import type { Digest } from '../json/digest.ts';
import type { RunnerEnvironment, SealKind } from '../policy/policy.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Result } from '../result.ts';
import type { ProvedToken } from '../seal/verdict.ts';

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

/** A proposal that is to be sealed. */
export interface SealOrder extends SealSubject {
  /** The record as the issue will carry it: deflated, as base64url. */
  readonly packedRecord: string;
}

/** Why a proposal was not sealed, in our own words. */
export interface SealFault {
  readonly code: RefusalCode;
  readonly what: string;
}

/** On the runner: seals a hash after every server has stopped. `null` stands for a seal without a line. */
export interface Sealer {
  readonly kind: 'hmac' | 'oidc';
  seal(order: SealOrder): Promise<Result<SealLine | null, SealFault>>;
}

/** In the App, and on a runner that finds its open proposal again: says whether a seal holds. */
export interface SealVerifier {
  verify(subject: SealSubject, line: SealLine | null): Promise<SealVerdict>;
}

/**
 * Whether a seal holds, and who made it, or why it does not count. `runner`: where the job ran that made it, and
 * `environment`: its deployment environment, where no name means that it has none; null where the seal does not
 * say. `seal_unreadable`: it could not be learned, which is no verdict.
 */
export type SealVerdict =
  | {
      readonly ok: true;
      readonly kind: SealKind;
      readonly by: string;
      readonly runner: RunnerEnvironment | null;
      readonly environment: { readonly name: string | null } | null;
    }
  | {
      readonly ok: false;
      readonly code: 'seal_missing' | 'seal_invalid' | 'seal_kind_refused' | 'seal_unreadable';
    };

/** Why an ID token proves nothing. `issuer_unreachable` may pass; the others stay. */
export type TokenFault = 'token_malformed' | 'token_untrusted' | 'token_expired' | 'issuer_unreachable';

/** In the App: proves ID tokens by their issuers' keys. */
export interface SealTokens {
  prove(token: string): Promise<Result<ProvedToken, TokenFault>>;
}
