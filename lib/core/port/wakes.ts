import type { IssueRef } from './ledger.ts';

/** The work on an issue cannot go on now, and knows when: what it rejects with then. */
export class NotNow extends Error {
  override readonly name: string = 'NotNow';
  /** Not before so many milliseconds, whatever is hinted at. Null: nothing is wrong, and a new hint is taken up at once. */
  readonly retryAfterMs: number | null;

  constructor(what: string, retryAfterMs: number | null) {
    super(what);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Hands out issues to look at. A hint only says "look at this issue now": what there is to do stands in
 * the ledger, so a lost, late or doubled hint changes nothing but the time.
 */
export interface Wakes {
  hint(ref: IssueRef): Promise<void>;
  /**
   * Hands each hinted issue to the work: one issue never twice at a time, one installation's many issues
   * never before all of another's. When the work rejects, the issue is handed out again, with growing
   * pauses; after a `NotNow` as that says.
   */
  start(work: (ref: IssueRef) => Promise<void>): Promise<void>;
  /** Resolves when nothing is under way here. What waits for a later try does not count. */
  idle(): Promise<void>;
  /** Hands out nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}
