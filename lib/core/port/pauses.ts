import type { Digest } from '../json/digest.ts';
import type { Result } from '../result.ts';
import type { Account } from '../run/event.ts';

/** A question of a flow to a person. */
export interface PauseQuestion {
  readonly bundle: string;
  readonly step: string;
  /** In the bundle's own words. */
  readonly question: string;
}

/** What a person answered. `item` is the digest of what they were shown. */
export interface PauseAnswer {
  readonly item: Digest;
  readonly action: 'go on' | 'stop';
  readonly by: Account;
}

/** Asks a person, and waits. The answer is a person's or none: what can't be asked, or is not answered, refuses. */
export interface Pauses {
  ask(question: PauseQuestion, signal: AbortSignal): Promise<Result<PauseAnswer, string>>;
}
