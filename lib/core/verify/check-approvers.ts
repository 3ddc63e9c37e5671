import { pressDigest } from '../approval/button.ts';
import type { Entry } from '../audit/entry.ts';
import { canonical } from '../json/canonical.ts';
import { builtInRoles, initiatorsOf, type ApprovalRule, type Proposal } from '../proposal/proposal.ts';
import type { Digest } from '../json/digest.ts';
import { parseInstant } from '../time/instant.ts';
import { approvalCommentFault, goneComments } from './approval-comment.ts';
import { counted, countedApprovals, entriesOf, type TypedEntry } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'approvers';

type Approval = TypedEntry<'approval.recorded'>;

/**
 * Who said yes: each a person that the rule names, none an initiator, none twice, each to this hash and
 * in its time, and as many as the rule asks for before anything was done. Which role GitHub gave them
 * then is the App's word; a role that the rule does not list is not.
 */
export function checkApprovers(presented: Presented): Finding {
  const { entries, read, statement } = presented;
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  if (!read.ok)
    return cannotSay(check, 'record_unread', 'the rule stands in the record, which does not read');
  const { proposal, hash } = read.value;
  for (const approval of entriesOf(entries, 'approval.recorded')) {
    const code =
      approvalFault(proposal, hash, approval) ??
      pressFault(entries, hash, approval) ??
      approvalCommentFault(presented, approval);
    if (code !== null) return fails(check, code, texts[code], approval.seq);
  }
  const approvals = countedApprovals(entries);
  const people = new Set<string>();
  for (const { seq, data } of approvals) {
    if (people.has(data.by.id)) return fails(check, 'approver_twice', texts.approver_twice, seq);
    people.add(data.by.id);
  }
  const needed = proposal.policy.rule.count;
  const claimed = entriesOf(entries, 'claim.taken')[0];
  if (claimed !== undefined && people.size < needed)
    return fails(check, 'approvals_missing', `${people.size} of ${needed} approved`, claimed.seq);
  if (statement !== null && !isTold(approvals, statement.summary.approvers))
    return fails(check, 'approvers_differ', 'the App signed other approvers');
  const logins = approvals.map(({ data }) => `${data.by.login} (${data.by.id})`).join(', ');
  const gone = goneComments(presented, approvals);
  const note = gone === 0 ? '' : `; ${counted(gone, 'comment is', 'comments are')} gone, the entries stay`;
  if (approvals.length === 0) return passes(check, 'nobody approved, and nothing was done');
  const count = `${people.size} of ${needed} distinct`;
  return passes(check, `${count}: ${logins}${people.size < needed ? ', not enough yet' : ''}${note}`);
}

/** Why one approval does not count, or null. */
function approvalFault(proposal: Proposal, hash: Digest, approval: Approval): keyof typeof texts | null {
  const { data, actor } = approval;
  if (data.hash !== hash) return 'approval_of_other_hash';
  if (actor.kind !== 'person' || actor.id !== data.by.id) return 'approval_not_a_persons';
  const { rule } = proposal.policy;
  if (!rule.initiatorMayApprove && initiatorsOf(proposal).has(data.by.id)) return 'initiator_approved';
  if (!rule.evidenceAuthorsMayApprove && wroteEvidence(proposal, data.by.id))
    return 'evidence_author_approved';
  if (!isEligible(rule, data)) return 'approver_not_eligible';
  if (data.need < rule.count) return 'approvals_miscounted';
  return isInTime(proposal, data.source.at) ? null : 'approval_out_of_time';
}

/** Why a press does not count: it was on no check run that the App had opened for this hash until then. */
function pressFault(
  entries: readonly Entry[],
  hash: Digest,
  { seq, data }: Approval,
): keyof typeof texts | null {
  const { source } = data;
  if (source.kind !== 'button') return null;
  const pages = entriesOf(entries, 'published').filter(
    (page) => page.seq < seq && page.data.what === 'check_run' && page.data.id === source.id,
  );
  const stands = pages.length > 0 && source.bodyDigest === pressDigest('approve', hash);
  return stands && source.delivery !== null ? null : 'press_differs';
}

const builtIn: ReadonlySet<string> = new Set(['none', ...builtInRoles]);

/** By the rule as it is recorded: named in it, in a team of it, or with a role. Who is in a team, and what a custom role amounts to, is the App's word. */
function isEligible(rule: ApprovalRule, { by, right }: Approval['data']): boolean {
  if (right.basis === 'named by the rule') return rule.users.includes(by.id);
  if (rule.teams.some((team) => right.basis === `member of ${team}`)) return true;
  if (right.basis !== `role ${right.role}` || rule.roles.length === 0) return false;
  return !builtIn.has(right.role) || rule.roles.some((role) => role === right.role);
}

function wroteEvidence(proposal: Proposal, id: string): boolean {
  return proposal.evidence.some(({ authors }) => authors !== 'unknown' && authors.includes(id));
}

function isInTime({ issuedAt, expiresAt }: Proposal, at: string): boolean {
  const when = msOf(at);
  return when >= msOf(issuedAt) && (expiresAt === null || when < msOf(expiresAt));
}

/** Not a number for what is no instant: it compares false with everything. */
function msOf(text: string): number {
  const read = parseInstant(text);
  return read.ok ? read.value : Number.NaN;
}

function isTold(approvals: readonly Approval[], told: readonly object[]): boolean {
  const found = approvals.map(({ data, digest }) => ({
    by: { ...data.by },
    at: data.source.at,
    entry: digest,
  }));
  return canonical(found) === canonical(told.map((one) => ({ ...one })));
}

const texts = {
  approval_of_other_hash: 'an approval names another hash',
  approval_not_a_persons: 'an approval is not recorded as a person’s own',
  initiator_approved: 'somebody who started the run approved it',
  evidence_author_approved: 'an author of the evidence approved',
  approver_not_eligible: 'the rule does not name this person or role',
  approvals_miscounted: 'fewer approvals were asked for than the rule says',
  approval_out_of_time: 'an approval lies outside the proposal’s time',
  approver_twice: 'one person was counted twice',
  press_differs: 'a press was not one of Approve on this run’s own check run',
  comment_differs: 'the comment of an approval reads differently now',
  comment_no_approval: 'the comment of an approval does not approve this hash',
} as const;
