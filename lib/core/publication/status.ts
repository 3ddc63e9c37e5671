import type { ApprovalRule } from '../proposal/proposal.ts';
import { ruleSentence } from '../proposal/rule-sentence.ts';
import type { Account } from '../run/event.ts';
import { headline } from './headline.ts';
import { nextStep } from './next-step.ts';
import { elsewhereOf, sentenceOf, type RunView } from './view.ts';
import { approversInWords, effectLink, link, mention } from './words.ts';

/** The answer to `/status`: where the run stands, who approved, who still can, until when, what comes next. */
export function renderStatus(
  page: RunView & {
    readonly by: Account;
    /** Null while there is no check run yet. */
    readonly checkRunUrl: string | null;
    readonly marker: string;
  },
): string {
  const { run, by, checkRunUrl, marker } = page;
  const story = checkRunUrl === null ? '' : ` · ${link('the whole story, on the check run', checkRunUrl)}`;
  const approvers = approversInWords(run.approvals);
  return [
    `**${headline(page, mention)}:** ${sentenceOf(page)}.`,
    ...(run.state === 'awaiting_approval' ? [rule(page)] : []),
    ...(approvers === null ? [] : [`Approved by ${approvers}.`]),
    ...(run.effect === null ? [] : [`Made: ${effectLink(run.effect, elsewhereOf(page))}.`]),
    `**Next:** ${nextStep(page)}`,
    `Asked by ${mention(by)}${story}`,
    marker,
  ].join('\n\n');
}

/**
 * A rule without anyone's mention: asking how a run stands should not call a team each time. The proposal's own
 * with its own end, unless another one is given.
 */
export function quietRule(
  { proposal }: RunView,
  now: { readonly rule: ApprovalRule; readonly expiresAt: string | null } = {
    rule: proposal.policy.rule,
    expiresAt: proposal.expiresAt,
  },
): string {
  const policy = { ...proposal.policy, rule: { ...now.rule, mention: [] } };
  return ruleSentence({ ...proposal, expiresAt: now.expiresAt, policy });
}

function rule(view: RunView): string {
  const { initiatorMayApprove } = view.proposal.policy.rule;
  const initiators = initiatorMayApprove ? '' : ' Whoever started this run can’t approve it.';
  return `**Rule:** ${quietRule(view)}${initiators}`;
}
