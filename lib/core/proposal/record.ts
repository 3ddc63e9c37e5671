import type { Entry } from '../audit/entry.ts';

/** The `kind` of a record. */
export const recordKind = 'countersign/record@1';

/** What the issue carries: the proposal's exact text, the excerpts that its receipts name, the runner's events. */
export interface ProposalRecord {
  readonly kind: typeof recordKind;
  /** The canonical text whose SHA-256 is the hash. Text, not an object: stored bytes are what is hashed. */
  readonly proposal: string;
  /** One per receipt, in the same order: visible text only, `visible(excerpt) === excerpt`. */
  readonly excerpts: readonly string[];
  readonly events: readonly Entry[];
}
