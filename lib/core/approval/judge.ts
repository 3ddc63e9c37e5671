import type { RefusalCode } from '../refusal.ts';
import { conditionsOf, namesOf, overall } from './checks.ts';
import type { PersonFacts } from './facts.ts';
import type { Answer, Basis, Check, Judgement, RuleBranch } from './judgement.ts';
import type { BindingRule, Terms } from './terms.ts';

/**
 * Whether a person may approve on these terms: the one gate that every approval goes through, when it is said and
 * again before it is acted on. Every rule must say yes; a rule says yes to somebody whom it names and whom nothing
 * leaves out. What could not be read is never a yes, and refusal is what is left over.
 */
export function judge(terms: Terms, facts: PersonFacts): Judgement {
  const branches = terms.rules.map((rule) => branchOf(terms, rule, facts));
  const notYes = branches.filter((branch) => branch.answer !== 'yes');
  const [open] = [...notYes.filter(({ answer }) => answer === 'no'), ...notYes];
  if (open !== undefined) return { answer: open.answer, code: open.code, branches };
  const [first] = branches.filter((branch) => branch.answer === 'yes');
  // No rule is no permission.
  if (first === undefined) return { answer: 'no', code: 'not_eligible', branches };
  return { answer: 'yes', basis: first.basis, branches };
}

function branchOf(terms: Terms, binding: BindingRule, facts: PersonFacts): RuleBranch {
  const { rule } = binding;
  const { permission } = facts;
  const conditions = conditionsOf(terms, rule, permission);
  const names = namesOf(rule, facts);
  const found = names.find((check) => check.answer === 'yes');
  const named = found === undefined ? anyUnknown(names) : 'yes';
  const holds = overall(conditions);
  const checks = [...conditions, ...names];
  if (holds === 'yes' && found !== undefined)
    return { ...binding, answer: 'yes', basis: basisOf(found, permission.roleName), checks };
  const answer = holds === 'no' || named === 'no' ? 'no' : 'unknown';
  return { ...binding, answer, code: codeOf(conditions, named, answer), checks };
}

function anyUnknown(names: readonly Check[]): Answer {
  return names.some((check) => check.answer === 'unknown') ? 'unknown' : 'no';
}

/** Why a branch is no yes: a condition that fails first, since no name helps against it. */
function codeOf(conditions: readonly Check[], named: Answer, answer: Answer): RefusalCode {
  const failed = conditions.find((check) => check.answer === 'no');
  if (failed !== undefined) return failureOf(failed.check);
  if (answer === 'no') return 'not_eligible';
  return named === 'unknown' ? 'team_unreadable' : 'right_unreadable';
}

function failureOf(check: Check['check']): RefusalCode {
  switch (check) {
    case 'did_not_start_it':
      return 'initiator_excluded';
    case 'did_not_write_evidence':
    case 'did_not_write_commit':
      return 'author_excluded';
    case 'is_person':
    case 'named':
    case 'role':
    case 'team':
      return 'not_eligible';
  }
}

/** What somebody's right rests on. A role is told by its own name, an organisation's too. */
function basisOf(found: Check, roleName: string): Basis {
  switch (found.check) {
    case 'role':
      return `role ${roleName}`;
    case 'team':
      return `member of ${found.name}`;
    case 'named':
    case 'is_person':
    case 'did_not_start_it':
    case 'did_not_write_evidence':
    case 'did_not_write_commit':
      return 'named by the rule';
  }
}
