import type { ApprovalRule } from '../proposal/proposal.ts';

/** The rule that applies where a repository has no policy file. */
export const defaultRule: ApprovalRule = {
  name: 'default',
  reason: null,
  roles: ['maintain', 'admin'],
  teams: [],
  users: [],
  count: 1,
  initiatorMayApprove: false,
  evidenceAuthorsMayApprove: true,
  mention: [],
};

/** How long a proposal may wait where a repository has no policy file: 24 hours. */
export const defaultExpiryMs: number = 24 * 3_600_000;

/** The events that may propose where a repository has no policy file. */
export const defaultEvents: readonly string[] = ['workflow_dispatch', 'schedule', 'issues'];
