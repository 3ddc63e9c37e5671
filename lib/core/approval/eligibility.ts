import type { Permission } from '../port/app-host.ts';
import { initiatorsOf, type ApprovalRule, type Proposal } from '../proposal/proposal.ts';
import { namesOf } from './checks.ts';
import type { PersonFacts } from './facts.ts';

/** Whoever may write has a say, whatever the rule. */
const writers: ReadonlySet<string> = new Set(['write', 'maintain', 'admin']);

/**
 * Whether someone has a say: a person with write or more, or named by the rule, or initiator. May ask, reject and
 * cancel. A team that could not be read gives nobody a say: strangers get no answer.
 */
export function hasSay(proposal: Proposal, facts: PersonFacts): boolean {
  const { account, type, role } = facts.permission;
  if (type !== 'User') return false;
  return (
    writers.has(role) ||
    initiatorsOf(proposal).has(account.id) ||
    namesOf(proposal.policy.rule, facts).some(({ answer }) => answer === 'yes')
  );
}

/** The teams that must be asked for to know whether someone has a say. */
export function teamsForSay(proposal: Proposal, permission: Permission): readonly string[] {
  const known = permission.type !== 'User' || hasSay(proposal, { permission, teams: new Map() });
  return known ? [] : proposal.policy.rule.teams;
}

/** How many more distinct people must approve. One person counts once, whatever they posted. */
export function stillNeeded(
  rule: Pick<ApprovalRule, 'count'>,
  approvers: readonly { readonly by: { readonly id: string } }[],
): number {
  const people = new Set(approvers.map((approval) => approval.by.id));
  return Math.max(0, rule.count - people.size);
}
