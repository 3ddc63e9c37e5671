import { codeSpan } from '../evidence/fence.ts';
import type { Account } from '../run/event.ts';
import { loginPattern } from './grammar.ts';
import { builtInRoles, type ApprovalRule, type Proposal } from './proposal.ts';
import type { Started } from './runner-events.ts';
import { inWords, minuteInWords, peopleInWords } from './words.ts';

/**
 * Who must approve until when, as the rule says it and with nobody else's name. Only whom the rule
 * wants mentioned is mentioned; other teams stand in code spans.
 */
export function ruleSentence(proposal: Proposal): string {
  const { rule } = proposal.policy;
  const people = peopleInWords(rule.count);
  const until = proposal.expiresAt === null ? '' : ` by **${minuteInWords(proposal.expiresAt)}**`;
  const who = inWords(approvers(rule, proposal.repository.name), 'or');
  return `${people.charAt(0).toUpperCase()}${people.slice(1)} must approve${until}: anyone ${who}.`;
}

/** Who can't approve although the rule may name them: those who started the run, and authors of evidence. */
export function exclusionSentence(rule: ApprovalRule, started: Started): string {
  const { actor, triggeringActor } = started;
  const accounts = actor.id === triggeringActor.id ? [actor] : [actor, triggeringActor];
  const names = inWords(accounts.map(nameOf), 'and');
  const initiators = rule.initiatorMayApprove
    ? `${names} started this run; the rule lets whoever starts a run approve it too.`
    : `${names} started this run and can’t approve it.`;
  return rule.evidenceAuthorsMayApprove
    ? initiators
    : `${initiators} Nor can anyone who wrote what is quoted as evidence below.`;
}

/** The rest of those whom the rule wants mentioned; null when the rule's sentence has named them all. */
export function mentionSentence(rule: ApprovalRule): string | null {
  const others = rule.mention.filter((mention) => !rule.teams.includes(mention));
  return others.length === 0 ? null : `For the attention of ${inWords(others.map(mentioned), 'and')}.`;
}

function approvers(rule: ApprovalRule, repository: string): readonly string[] {
  const { roles, teams, users, mention } = rule;
  const team = (name: string): string => (mention.includes(name) ? mentioned(name) : codeSpan(name));
  return [
    ...(roles.length > 0
      ? [`with the ${inWords(roles.map(roleInWords), 'or')} role on ${codeSpan(repository)}`]
      : []),
    ...(teams.length > 0 ? [`in the team ${inWords(teams.map(team), 'or')}`] : []),
    ...(users.length > 0
      ? [
          `with the account id ${inWords(
            users.map((id) => codeSpan(id)),
            'or',
          )}`,
        ]
      : []),
  ];
}

const builtIn: ReadonlySet<string> = new Set(builtInRoles);

/** A custom role's name is somebody's text. */
function roleInWords(role: string): string {
  return builtIn.has(role) ? role : codeSpan(role);
}

function mentioned(name: string): string {
  return `@${name}`;
}

/** A person is mentioned; an App's login, and what is no login, is only shown. */
function nameOf(account: Account): string {
  return loginPattern.test(account.login) ? mentioned(account.login) : codeSpan(account.login);
}
