import { codeSpan } from '../evidence/fence.ts';
import { inWords } from '../proposal/words.ts';
import type { Account, DataOf } from '../run/event.ts';
import { quietRule } from './status.ts';
import { countsOf, eligibleOf, lastOf, type RunView } from './view.ts';
import { approversInWords, counted, mention } from './words.ts';

/**
 * The answer to `/who`: who may approve by the rule that the proposal shows, who can't, who did, and how many are
 * still needed. Teams by their names, nobody's members.
 */
export function renderWho(page: RunView & { readonly by: Account; readonly marker: string }): string {
  const { proposal, run, by, marker } = page;
  const { rule } = proposal.policy;
  const started = lastOf(page, 'run.started');
  const waits = run.state === 'awaiting_approval';
  return [
    `**Who may approve:** ${quietRule(page)}`,
    ...(started === null ? [] : [excluded(page, started.data)]),
    ...(rule.reason === null ? [] : [`Why this rule: ${codeSpan(rule.reason)}`]),
    found(page),
    `Approved so far: ${approversInWords(run.approvals) ?? 'nobody'}.${waits ? ` Still needed: ${counted(countsOf(page).more, 'approval')}.` : ''}`,
    'The repository’s policy as it is when somebody approves, and again when it is carried out, applies besides: the stricter of both.',
    `Asked by ${mention(by)}`,
    marker,
  ].join('\n\n');
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

/** Who can't although the rule may name them: whoever started the run, and authors of evidence. */
function excluded({ proposal }: RunView, { actor, triggeringActor }: DataOf<'run.started'>): string {
  const { rule } = proposal.policy;
  const accounts = actor.id === triggeringActor.id ? [actor] : [actor, triggeringActor];
  const may = rule.initiatorMayApprove ? 'may approve it, too' : 'can’t approve it';
  const authors = rule.evidenceAuthorsMayApprove
    ? ''
    : ' Nor can anyone who wrote what is quoted as evidence.';
  return `${inWords(accounts.map(mention), 'and')} started this run and ${may}.${authors}`;
}
