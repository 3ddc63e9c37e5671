import { canonical } from '../json/canonical.ts';
import { exposesEvidence } from '../policy/exposes.ts';
import { questionOf } from '../policy/fits.ts';
import type { PolicyState, SealKind } from '../policy/policy.ts';
import { ruleFor } from '../policy/rule-for.ts';
import { initiatorsOf, type ApprovalRule, type Proposal } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import { ok, refused, type Result } from '../result.ts';
import { parseInstant, type EpochMs } from '../time/instant.ts';
import type { HeadAuthors } from './facts.ts';

/** A rule that binds a decision: the one that the proposal shows, or the policy's as it is now. */
export interface BindingRule {
  readonly from: 'proposal' | 'policy';
  readonly rule: ApprovalRule;
}

/**
 * On what terms a proposal can be approved: the stricter of what it shows and of the policy as it is now. A person
 * must satisfy every rule, the larger count is asked for, and the earlier expiry ends it.
 */
export interface Terms {
  /** The proposal's own, and the policy's where it says something else. */
  readonly rules: readonly BindingRule[];
  /** How many distinct people must approve: the largest count of the rules. */
  readonly need: number;
  /** Null: it never expires. Half-open: at this very instant it is expired. */
  readonly expiresAt: EpochMs | null;
  /** Why nothing executes at present, in the policy's words; null where it is not frozen. */
  readonly frozen: string | null;
  /** Numeric ids of whoever started it. */
  readonly initiators: ReadonlySet<string>;
  /** Numeric ids of the known authors of its evidence. */
  readonly evidenceAuthors: ReadonlySet<string>;
  readonly headAuthors: HeadAuthors;
}

/** The terms that a proposal itself shows, before the policy of the moment is known: whoever fails them fails. */
export function ownTerms(proposal: Proposal): Terms {
  return termsWith(proposal, [{ from: 'proposal', rule: proposal.policy.rule }], {
    expiresAt: expiryOf(proposal),
    frozen: null,
    headAuthors: 'none',
  });
}

/**
 * The terms under a policy as it is now. A policy with faults gives none (`policy_invalid`), and neither does
 * one that no longer allows the action, its bundle or its seal (`policy_mismatch`), or evidence where anybody
 * can read it by now (`evidence_exposed`). Frozen terms are terms: it is the decision that refuses.
 */
export function termsOf(
  proposal: Proposal,
  now: {
    readonly policy: PolicyState;
    /** Whether anybody can read the repository that decides. */
    readonly isPublic: boolean;
    /** The kind of the seal that the proposal was accepted under. */
    readonly seal: SealKind;
    readonly headAuthors: HeadAuthors;
  },
): Result<Terms, RefusalCode> {
  const { policy: state, isPublic, seal, headAuthors } = now;
  if (state.kind === 'faulty') return refused('policy_invalid');
  const { policy } = state;
  const answer = ruleFor(policy, questionOf(proposal));
  if (!answer.ok || !policy.seals.includes(seal)) return refused('policy_mismatch');
  if (exposesEvidence(proposal, policy, isPublic)) return refused('evidence_exposed');
  const { rule, expiresMs } = answer.value;
  const own = proposal.policy.rule;
  const same = canonical({ ...rule }) === canonical({ ...own });
  const rules: readonly BindingRule[] = [
    { from: 'proposal', rule: own },
    ...(same ? [] : [{ from: 'policy', rule } as const]),
  ];
  const latest = expiresMs === null ? null : instantOf(proposal.issuedAt) + expiresMs;
  const expiresAt = earlier(expiryOf(proposal), latest);
  return ok(termsWith(proposal, rules, { expiresAt, frozen: policy.frozen, headAuthors }));
}

function termsWith(
  proposal: Proposal,
  rules: readonly BindingRule[],
  rest: Pick<Terms, 'expiresAt' | 'frozen' | 'headAuthors'>,
): Terms {
  const authors = proposal.evidence.flatMap(({ authors: known }) => (known === 'unknown' ? [] : known));
  return {
    rules,
    need: Math.max(...rules.map(({ rule }) => rule.count)),
    initiators: initiatorsOf(proposal),
    evidenceAuthors: new Set(authors),
    ...rest,
  };
}

function expiryOf({ expiresAt }: Proposal): EpochMs | null {
  return expiresAt === null ? null : instantOf(expiresAt);
}

/** A proposal's instants were parsed strictly; one that does not read must never mean `later`. */
function instantOf(written: string): EpochMs {
  const read = parseInstant(written);
  return read.ok ? read.value : 0;
}

function earlier(one: EpochMs | null, other: EpochMs | null): EpochMs | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
