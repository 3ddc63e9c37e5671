import type { RefusalCode } from '../refusal.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Decision, Grounds, Voice } from './judgement.ts';
import type { Terms } from './terms.ts';

/**
 * What the approvals of a proposal come to: granted, waiting for so many more, refused, or faulted where a fact
 * could not be read. Distinct people count, by numeric id; whoever is judged a no does not, whatever they said.
 */
export function evaluate(terms: Terms, voices: readonly Voice[], now: EpochMs): Decision {
  const people = yesOf(voices);
  const grounds: Grounds = {
    need: terms.need,
    have: people.size,
    frozen: terms.frozen,
    expiresAt: terms.expiresAt,
    rules: terms.rules,
    voices,
  };
  const refusal = (code: RefusalCode): Decision => ({ grounds, outcome: 'refused', code });
  if (!someoneIsNamed(terms)) return refusal('nobody_eligible');
  if (terms.frozen !== null) return refusal('frozen');
  if (voices.some(({ at }) => isOver(terms, at))) return refusal('expired');
  const unknown = codeOf(voices, 'unknown');
  if (unknown !== null) return { grounds, outcome: 'faulted', code: unknown };
  if (people.size >= terms.need) return { grounds, outcome: 'granted' };
  const no = codeOf(voices, 'no');
  if (no !== null) return refusal(no);
  if (isOver(terms, now)) return refusal('expired');
  return { grounds, outcome: 'waiting', more: terms.need - people.size };
}

/**
 * Why a run may not execute by this decision, or null: it may. The voices must have been judged for it, all of
 * them; an approver who does not satisfy the rules any more has lost the right.
 */
export function executionFault(decision: Decision): RefusalCode | null {
  if (decision.grounds.voices.some(({ judgement }) => judgement === 'recorded')) return 'right_unreadable';
  switch (decision.outcome) {
    case 'granted':
      return null;
    case 'faulted':
      return decision.code;
    case 'refused':
      return decision.code === 'not_eligible' || decision.code === 'initiator_excluded'
        ? 'right_lost'
        : decision.code;
    // The policy asks for more people than when the intent was recorded.
    case 'waiting':
      return 'policy_mismatch';
  }
}

/** Numeric ids of those whose every yes is one. */
function yesOf(voices: readonly Voice[]): ReadonlySet<string> {
  const doubted = new Set(voices.filter((voice) => !isYes(voice)).map(({ by }) => by.id));
  return new Set(voices.map(({ by }) => by.id).filter((id) => !doubted.has(id)));
}

function isYes({ judgement }: Voice): boolean {
  return judgement === 'recorded' || judgement.answer === 'yes';
}

function codeOf(voices: readonly Voice[], answer: 'no' | 'unknown'): RefusalCode | null {
  for (const { judgement } of voices) {
    if (judgement !== 'recorded' && judgement.answer === answer) return judgement.code;
  }
  return null;
}

/** An empty set of approvers never means that nobody needs to approve. */
function someoneIsNamed({ rules, need }: Terms): boolean {
  const named = rules.every(({ rule }) => rule.roles.length + rule.teams.length + rule.users.length > 0);
  return named && rules.length > 0 && need >= 1;
}

function isOver({ expiresAt }: Terms, at: EpochMs): boolean {
  return expiresAt !== null && at >= expiresAt;
}
