/** People and terms for tests of approvals: one base, twists on it. */
import type { PersonFacts } from '../../../lib/core/approval/facts.ts';
import { ownTerms, type Terms } from '../../../lib/core/approval/terms.ts';
import type { Permission, TeamStanding } from '../../../lib/core/port/app-host.ts';
import type { ApprovalRule, Proposal } from '../../../lib/core/proposal/proposal.ts';
import { baseRule, buildProposal, type Twist } from '../../support/proposal.ts';

export const kim: Permission = {
  account: { id: '1002', login: 'octo-kim' },
  type: 'User',
  role: 'maintain',
  roleName: 'maintain',
};

/** Starts the runs of `buildProposal`. */
export const dana: Permission = { ...kim, account: { id: '1001', login: 'octo-dana' } };

export function facts(
  permission: Permission = kim,
  teams: Readonly<Record<string, TeamStanding>> = {},
): PersonFacts {
  return { permission, teams: new Map(Object.entries(teams)) };
}

export function proposalWith(twist: Twist): Proposal {
  return buildProposal(twist).proposal;
}

/** The terms of a proposal whose rule is twisted, then twisted themselves. */
export function termsWith(rule: Partial<ApprovalRule> = {}, twist: Partial<Terms> = {}): Terms {
  return { ...ownTerms(proposalWith({ rule })), ...twist };
}

/** Terms under a second rule, the policy's. */
export function bothRules(rule: Partial<ApprovalRule>, policy: Partial<ApprovalRule>): Terms {
  const own = termsWith(rule);
  const present = { ...baseRule, ...policy };
  return {
    ...own,
    need: Math.max(own.need, present.count),
    rules: [...own.rules, { from: 'policy', rule: present }],
  };
}
