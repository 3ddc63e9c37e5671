import type { Decision } from '../approval/judgement.ts';
import type { BindingRule } from '../approval/terms.ts';
import { codeSpan } from '../evidence/fence.ts';
import type { PolicyPlace } from '../policy/policy.ts';
import type { ApprovalRule } from '../proposal/proposal.ts';
import { inWords } from '../proposal/words.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Account, DataOf } from '../run/event.ts';
import { formatInstant } from '../time/instant.ts';
import { because, ruleInWords } from './standing.ts';
import { quietRule } from './status.ts';
import { countsOf, eligibleOf, lastOf, type RunView } from './view.ts';
import { approversInWords, counted, mention } from './words.ts';

/** How a run can be approved at present: what its approvals come to so far, or why the policy gives no terms. */
export type Outlook =
  | {
      readonly kind: 'decided';
      readonly decision: Decision;
      /** Where the policy's files say the newest rule; null where none of them does. */
      readonly place: PolicyPlace | null;
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode };

type Page = RunView & {
  readonly by: Account;
  /** Null where nobody could approve any more. */
  readonly outlook: Outlook | null;
  readonly marker: string;
};

/**
 * The answer to `/who`: who may approve by each rule that applies, until when, who can't, who did, and how many are
 * still needed. Teams by their names, nobody's members.
 */
export function renderWho(page: Page): string {
  const { run, by, outlook, marker } = page;
  const started = lastOf(page, 'run.started');
  const rules = rulesOf(page);
  return [
    mayApprove(page),
    ...closed(outlook),
    ...(started === null ? [] : [excluded(rules, started.data)]),
    ...reasons(rules).map((reason) => `Why this rule: ${codeSpan(reason)}`),
    found(page),
    `Approved so far: ${approversInWords(run.approvals) ?? 'nobody'}.${stillNeeded(page)}`,
    outlook === null
      ? 'The repository’s policy as it is when somebody approves, and again when it is carried out, applies besides: the stricter of both.'
      : 'This is what the proposal and the repository’s policy say now. The policy is read again when somebody approves, and when it is carried out.',
    `Asked by ${mention(by)}`,
    marker,
  ].join('\n\n');
}

/** Every rule that applies: the proposal's own, and the policy's of today where it says something else. */
function rulesOf({ proposal, outlook }: Page): readonly ApprovalRule[] {
  if (outlook?.kind !== 'decided') return [proposal.policy.rule];
  return outlook.decision.grounds.rules.map(({ rule }) => rule);
}

function reasons(rules: readonly ApprovalRule[]): readonly string[] {
  return [...new Set(rules.map(({ reason }) => reason))].filter((reason) => reason !== null);
}

/** Who may, by which rule, how many and until when: each rule in a line of its own where there are more. */
function mayApprove(page: Page): string {
  const { outlook } = page;
  if (outlook?.kind !== 'decided') return `**Who may approve:** ${quietRule(page)}`;
  const { place, decision } = outlook;
  const { rules, expiresAt: until } = decision.grounds;
  const expiresAt = until === null ? null : formatInstant(until);
  const newest = rules.at(-1);
  const says = ({ rule }: BindingRule): string => quietRule(page, { rule, expiresAt });
  const by = (one: BindingRule): string => `By ${ruleInWords(one, one === newest ? place : null)}`;
  const [only, ...more] = rules;
  if (only !== undefined && more.length === 0) return `**Who may approve:** ${says(only)} ${by(only)}.`;
  const lines = rules.map((one) => `- ${by(one)}: ${says(one)}`);
  return ['**Who may approve:** Whom every rule names, and as many as the largest asks for.', ...lines].join(
    '\n',
  );
}

/** Why nobody could at present, whoever the rules name. */
function closed(outlook: Outlook | null): readonly string[] {
  const code = codeOf(outlook);
  if (code === null) return [];
  const frozen = outlook?.kind === 'decided' ? outlook.decision.grounds.frozen : null;
  const words = frozen === null ? '' : ` ${codeSpan(frozen)}`;
  return [`**Nobody could at present:** ${because(code)}${words}`];
}

function codeOf(outlook: Outlook | null): RefusalCode | null {
  if (outlook?.kind !== 'decided') return outlook?.code ?? null;
  return 'code' in outlook.decision ? outlook.decision.code : null;
}

function stillNeeded(page: Page): string {
  const { run, outlook } = page;
  if (run.state !== 'awaiting_approval' || codeOf(outlook) !== null) return '';
  return ` Still needed: ${counted(moreOf(page), 'approval')}.`;
}

/** A policy that asks for fewer by now is granted with the next approval, not by itself. */
function moreOf(page: Page): number {
  const { outlook } = page;
  if (outlook?.kind !== 'decided') return countsOf(page).more;
  return outlook.decision.outcome === 'waiting' ? outlook.decision.more : 1;
}

/** How many people were found who could. */
function found(page: RunView): string {
  const eligible = eligibleOf(page);
  if (eligible === null)
    return 'More people than were looked at have a right here; who may is told by the rule alone.';
  if (eligible === 0) return 'Nobody was found who could approve when this was proposed.';
  const people = counted(eligible, 'person', 'people');
  return `${people} could approve when this was proposed.`;
}

/** Who can't although a rule may name them: whoever started the run, and authors of evidence. */
function excluded(rules: readonly ApprovalRule[], { actor, triggeringActor }: DataOf<'run.started'>): string {
  const accounts = actor.id === triggeringActor.id ? [actor] : [actor, triggeringActor];
  const may = rules.every(({ initiatorMayApprove }) => initiatorMayApprove)
    ? 'may approve it, too'
    : 'can’t approve it';
  const authors = rules.every(({ evidenceAuthorsMayApprove }) => evidenceAuthorsMayApprove)
    ? ''
    : ' Nor can anyone who wrote what is quoted as evidence.';
  return `${inWords(accounts.map(mention), 'and')} started this run and ${may}.${authors}`;
}
