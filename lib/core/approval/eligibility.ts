import type { Permission } from '../port/app-host.ts';
import { initiatorsOf, type ApprovalRule, type Proposal, type Role } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import { ok, refused, type Result } from '../result.ts';

/** Why someone may approve, in words for the audit: `role maintain`, `named by the rule`. */
export type Basis = string;

const strength: Readonly<Record<Role | 'none', number>> = {
  none: 0,
  read: 1,
  triage: 2,
  write: 3,
  maintain: 4,
  admin: 5,
};

/**
 * Whether a person may approve a proposal under its rule. Only people, by numeric id; initiators only
 * where the rule lets them; authors of evidence likewise. Whatever the rule does not name is refused.
 * A role in the rule is met by that role itself: `maintain` does not stand for `admin` unless the rule
 * lists both.
 */
export function eligibility(proposal: Proposal, permission: Permission): Result<Basis, RefusalCode> {
  const { rule } = proposal.policy;
  const { account, type, role } = permission;
  if (type !== 'User') return refused('not_eligible');
  if (!rule.initiatorMayApprove && initiatorsOf(proposal).has(account.id))
    return refused('initiator_excluded');
  if (!rule.evidenceAuthorsMayApprove && wroteEvidence(proposal, account.id)) return refused('not_eligible');
  if (rule.users.includes(account.id)) return ok('named by the rule');
  if (role !== 'none' && rule.roles.includes(role)) return ok(`role ${permission.roleName}`);
  return refused('not_eligible');
}

/** Whether someone has a say: write or more, or named by the rule, or initiator. May ask, reject and cancel. */
export function hasSay(proposal: Proposal, permission: Permission): boolean {
  const { account, type, role } = permission;
  if (type !== 'User') return false;
  return (
    strength[role] >= strength.write ||
    proposal.policy.rule.users.includes(account.id) ||
    initiatorsOf(proposal).has(account.id)
  );
}

/** Of the people given, those who could approve. An empty answer means that nobody can. */
export function eligiblePeople(proposal: Proposal, people: readonly Permission[]): readonly Permission[] {
  return people.filter((person) => eligibility(proposal, person).ok);
}

/** How many more distinct people must approve. One person counts once, whatever they posted. */
export function stillNeeded(
  rule: ApprovalRule,
  approvers: readonly { readonly by: { readonly id: string } }[],
): number {
  const people = new Set(approvers.map((approval) => approval.by.id));
  return Math.max(0, rule.count - people.size);
}

function wroteEvidence(proposal: Proposal, id: string): boolean {
  return proposal.evidence.some(({ authors }) => authors !== 'unknown' && authors.includes(id));
}
