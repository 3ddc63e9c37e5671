import { digestDocument } from '../json/digest.ts';
import type { Action, Proposal } from './proposal.ts';

/** What makes two effects the same one. `runId` is the Actions run's, or an agent's nonce. */
export interface EffectIdentity extends Pick<Action, 'type' | 'target' | 'input'> {
  /** Where it is decided, as a decimal string. */
  readonly repositoryId: string;
  readonly runId: string;
}

/** `cs-` and the first 32 digits of a digest: one key for the same action of the same run, over all attempts. */
export function idempotencyKeyOf(identity: EffectIdentity): string {
  const { repositoryId, runId, type, target, input } = identity;
  const { id, ownerId, name } = target.repository;
  return `cs-${digestDocument({
    kind: 'countersign/idempotency-key@1',
    repositoryId,
    runId,
    type,
    target: { repository: { id, ownerId, name } },
    input,
  }).slice(0, 32)}`;
}

/** The run id that a proposal's idempotency key is taken from. */
export function keyRunIdOf(proposal: Pick<Proposal, 'origin' | 'nonce'>): string {
  return 'actions' in proposal.origin ? proposal.origin.actions.runId : proposal.nonce;
}
