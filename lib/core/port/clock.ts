import type { EpochMs } from '../time/instant.ts';

/** The time and the random source, so that tests can decide them. */
export interface Clock {
  now(): EpochMs;
  /** Waits; a test's clock goes on at once. Resolves early, without a fault, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The random source. */
export interface Ids {
  /** 32 lowercase hexadecimal digits from a cryptographic source. */
  nonce(): string;
}
