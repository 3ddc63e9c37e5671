import { canonical } from '../json/canonical.ts';
import type { SealVerdict } from '../port/seal.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import { refusalOfSeal } from '../seal/allowed.ts';
import { parseInstant } from '../time/instant.ts';
import { exposesEvidence } from './exposes.ts';
import type { PolicyState } from './policy.ts';
import { ruleFor, type PolicyQuestion } from './rule-for.ts';

/** The question that a proposal is to a policy. A bundle counts only as the workflow's, on the ref that this ran from. */
export function questionOf({ action, repository, bundle, origin, risk }: Proposal): PolicyQuestion {
  const { type, target } = action;
  const workflowRef = 'actions' in origin ? origin.actions.workflowRef : null;
  const composer =
    bundle === null || workflowRef === null
      ? null
      : { id: bundle.id, ref: workflowRef.slice(workflowRef.indexOf('@') + 1) };
  return { type, target: target.repository, repository, bundle: composer, risk };
}

/**
 * Why a proposal may not be taken in under a policy, or null: seal, runner, event, action, target, bundle,
 * risk and time are allowed, the proposal shows the very policy and rule that apply, and no evidence where
 * anybody can read the repository and the policy does not say that they may.
 */
export function unfit(
  proposal: Proposal,
  state: PolicyState,
  verdict: Extract<SealVerdict, { ok: true }>,
  isPublic: boolean,
): RefusalCode | null {
  if (state.kind === 'faulty') return 'policy_invalid';
  const { policy } = state;
  const seal = refusalOfSeal(policy, verdict);
  if (seal !== null) return seal;
  const { origin, policy: shown } = proposal;
  if ('actions' in origin && !policy.events.includes(origin.actions.event)) return 'event_refused';
  const answer = ruleFor(policy, questionOf(proposal));
  if (!answer.ok) return answer.fault;
  // The branch may have moved on since; whether the policy is another one, its digest tells.
  const shownDigest = shown.source === 'default' ? null : shown.source.digest;
  if (shownDigest !== (state.kind === 'default' ? null : state.digest)) return 'policy_mismatch';
  if (canonical({ ...answer.value.rule }) !== canonical({ ...shown.rule })) return 'policy_mismatch';
  if (waitsLonger(proposal, answer.value.expiresMs)) return 'expiry_invalid';
  return exposesEvidence(proposal, policy, isPublic) ? 'evidence_private' : null;
}

function waitsLonger({ issuedAt, expiresAt }: Proposal, expiresMs: number | null): boolean {
  if (expiresMs === null) return false;
  const [from, until] = [parseInstant(issuedAt), parseInstant(expiresAt ?? '')];
  return !from.ok || !until.ok || until.value > from.value + expiresMs;
}
