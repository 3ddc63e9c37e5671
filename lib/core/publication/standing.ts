import type { Judgement, RuleBranch } from '../approval/judgement.ts';
import type { BindingRule } from '../approval/terms.ts';
import { codeSpan } from '../evidence/fence.ts';
import { placeInWords } from '../policy/fault-words.ts';
import type { PolicyPlace } from '../policy/policy.ts';
import { refusals, type RefusalCode } from '../refusal.ts';
import type { Account } from '../run/event.ts';
import { mention } from './words.ts';

/** Whether whoever asks could approve at present: by every rule that binds, or why the policy lets nobody. */
export type Standing =
  | {
      readonly kind: 'judged';
      readonly judgement: Judgement;
      /** The policy's reason where it is frozen. */
      readonly frozen: string | null;
      /** Where the policy's files say the rule that applies; null where none of them does. */
      readonly place: PolicyPlace | null;
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode };

/**
 * Whether somebody could approve, a line for each rule. In public, so it tells codes and never by which team the
 * rule names them: their membership can be private.
 */
export function standingInWords(standing: Standing, by: Account): string {
  const who = mention(by);
  if (standing.kind === 'refused')
    return `**Could ${who} approve?** No, nobody could at present.\n- ${because(standing.code)}`;
  const { judgement, frozen, place } = standing;
  const frozenLine =
    frozen === null ? [] : [`- ${codeSpan('frozen')}: nothing is approved at present. ${codeSpan(frozen)}`];
  const { branches } = judgement;
  // Where the policy of today says the same as the proposal, there is one rule, and it stands in the policy.
  const newest = branches.at(-1);
  const lines = branches.map((branch) => lineOf(branch, branch === newest ? place : null));
  const answer = frozen === null ? answers[judgement.answer] : 'No, nobody could at present.';
  return [`**Could ${who} approve?** ${answer}`, ...frozenLine, ...lines].join('\n');
}

const answers: Readonly<Record<Judgement['answer'], string>> = {
  yes: 'Yes, by every rule that applies.',
  no: 'No.',
  unknown: 'Not as long as a fact can’t be read.',
};

function lineOf(branch: RuleBranch, place: PolicyPlace | null): string {
  return `- By ${ruleInWords(branch, place)}: ${branch.answer === 'yes' ? 'yes' : because(branch.code)}`;
}

/** Whose rule it is, its name, and where the policy's files say it. */
export function ruleInWords({ from, rule }: BindingRule, place: PolicyPlace | null): string {
  const whose = from === 'proposal' ? 'the rule that the proposal shows' : 'the policy’s rule of today';
  const at = place === null ? '' : `, ${codeSpan(placeInWords(place))}`;
  return `${whose}, ${codeSpan(rule.name)}${at}`;
}

/** A code, and what it means. */
export function because(code: RefusalCode): string {
  return `${codeSpan(code)}. ${refusals[code]}`;
}
