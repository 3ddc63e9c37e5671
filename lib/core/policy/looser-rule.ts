import type { ApprovalRule } from '../proposal/proposal.ts';

/** One thing by which a rule is looser than its bound, under the key that a policy file has for it. */
interface Difference {
  readonly member: string;
  readonly expected: string;
}

/** By what a rule lets more people, or fewer of them, approve than the rule above it. Empty: it is as strict. */
export function looserRule(above: ApprovalRule, own: ApprovalRule): readonly Difference[] {
  const differences: Difference[] = [];
  for (const member of ['roles', 'teams', 'users'] as const) {
    const allowed = above[member];
    if (own[member].some((one) => !allowed.includes(one)))
      differences.push({ member, expected: allowed.length === 0 ? 'none' : `only ${allowed.join(', ')}` });
  }
  if (own.count < above.count) differences.push({ member: 'count', expected: `at least ${above.count}` });
  if (own.initiatorMayApprove && !above.initiatorMayApprove)
    differences.push({ member: 'initiator-may-approve', expected: 'false' });
  if (own.evidenceAuthorsMayApprove && !above.evidenceAuthorsMayApprove)
    differences.push({ member: 'evidence-authors-may-approve', expected: 'false' });
  return differences;
}
