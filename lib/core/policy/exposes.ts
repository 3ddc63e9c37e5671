import { showsEvidence } from '../evidence/withheld.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { Policy } from './policy.ts';

/** Whether evidence may leave the runner: into excerpts, an artifact, or what an action writes. */
export function mayShowEvidence({ evidence }: Pick<Policy, 'evidence'>, isPublic: boolean): boolean {
  return !isPublic || evidence === 'public';
}

/** Whether a proposal shows evidence where, by the policy, anybody could read what only some may. */
export function exposesEvidence(
  proposal: Pick<Proposal, 'evidence'>,
  policy: Pick<Policy, 'evidence'>,
  isPublic: boolean,
): boolean {
  return showsEvidence(proposal.evidence) && !mayShowEvidence(policy, isPublic);
}
