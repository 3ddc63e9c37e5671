import type { ApprovalRule, Proposal } from '../proposal/proposal.ts';
import type { EpochMs } from '../time/instant.ts';
import type { HeadAuthors } from './facts.ts';

/**
 * On what terms a proposal can be approved now: the stricter of what it shows and of the policy as it is. A person
 * must satisfy both rules, the larger count is asked for, and the earlier expiry ends it.
 */
export interface Terms {
  readonly proposal: Proposal;
  /** The policy's rule as it is now. The proposal carries its own. */
  readonly present: ApprovalRule;
  /** Null: it never expires. Half-open: at this very instant it is expired. */
  readonly expiresAt: EpochMs | null;
  /** Why nothing executes at present, in the policy's words; null where it is not frozen. */
  readonly frozen: string | null;
  readonly headAuthors: HeadAuthors;
}

/** How many distinct people must approve. */
export function neededOf({ proposal, present }: Pick<Terms, 'proposal' | 'present'>): number {
  return Math.max(proposal.policy.rule.count, present.count);
}
