import type { Permission } from '../port/app-host.ts';
import { builtInRoles, type ApprovalRule } from '../proposal/proposal.ts';
import type { PersonFacts } from './facts.ts';
import type { Answer, Check } from './judgement.ts';
import type { Terms } from './terms.ts';

/** What must hold of everybody who approves, whoever the rule names. */
export function conditionsOf(
  terms: Terms,
  rule: ApprovalRule,
  { account, type }: Permission,
): readonly Check[] {
  const { initiators, evidenceAuthors, headAuthors } = terms;
  return [
    { check: 'is_person', answer: answer(type === 'User') },
    { check: 'did_not_start_it', answer: answer(rule.initiatorMayApprove || !initiators.has(account.id)) },
    {
      check: 'did_not_write_evidence',
      answer: answer(rule.evidenceAuthorsMayApprove || !evidenceAuthors.has(account.id)),
    },
    { check: 'did_not_write_commit', answer: notAmong(headAuthors, account.id) },
  ];
}

/** What a rule can name somebody by, with the teams as far as they are known, or are still needed. */
export function namesOf(rule: ApprovalRule, { permission, teams }: PersonFacts): readonly Check[] {
  const decided = namedWithoutTeams(rule, permission) === 'yes';
  const asked = decided ? rule.teams.filter((team) => teams.has(team)) : rule.teams;
  return [
    ...withoutTeams(rule, permission),
    ...asked.map((name): Check => ({ check: 'team', name, answer: standingOf(teams.get(name)) })),
  ];
}

/** Whether a rule names somebody by an id or a role, whatever teams they are in. */
export function namedWithoutTeams(rule: ApprovalRule, permission: Permission): Answer {
  return withoutTeams(rule, permission).some((check) => check.answer === 'yes') ? 'yes' : 'no';
}

/** All must hold: one no decides, and without one an unknown leaves it open. */
export function overall(checks: readonly Check[]): Answer {
  if (checks.some((check) => check.answer === 'no')) return 'no';
  return checks.every((check) => check.answer === 'yes') ? 'yes' : 'unknown';
}

function withoutTeams(rule: ApprovalRule, permission: Permission): readonly Check[] {
  return [
    ...(rule.users.length === 0
      ? []
      : [{ check: 'named', answer: answer(rule.users.includes(permission.account.id)) } as const]),
    ...rule.roles.map((name): Check => ({ check: 'role', name, answer: answer(hasRole(permission, name)) })),
  ];
}

const builtIn: ReadonlySet<string> = new Set(builtInRoles);

/**
 * A built-in role is met by what a right amounts to, which is exact: `maintain` does not stand for `admin`. An
 * organisation's own role is met by its own name, whatever it amounts to. So a role of somebody's making that is
 * called `admin` meets nothing.
 */
function hasRole({ role, roleName }: Permission, name: string): boolean {
  return builtIn.has(name) ? role === name : roleName === name;
}

function notAmong(authors: Terms['headAuthors'], id: string): Answer {
  switch (authors) {
    case 'none':
      return 'yes';
    case 'unreadable':
      return 'unknown';
    default:
      return answer(!authors.includes(id));
  }
}

function standingOf(standing: 'member' | 'not_member' | 'unreadable' | undefined): Answer {
  switch (standing) {
    case 'member':
      return 'yes';
    case 'not_member':
      return 'no';
    // Not asked for, or not shown to us.
    case 'unreadable':
    case undefined:
      return 'unknown';
  }
}

function answer(holds: boolean): Answer {
  return holds ? 'yes' : 'no';
}
