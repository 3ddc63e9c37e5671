import type { Digest } from '../json/digest.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { audienceOf } from './audience.ts';
import type { SealClaims } from './claims.ts';

/**
 * What of a proposal its job's token does not say too, by the proposal's own members; empty: it says all of
 * it. Who triggered a re-run stands in no claim: that is compared with the Actions run at intake. A job that
 * stands in a called workflow is another program than the one that the proposal names, so it differs too.
 */
export function differingMembers(hash: Digest, proposal: Proposal, claims: SealClaims): readonly string[] {
  const { repository, origin } = proposal;
  if (!('actions' in origin)) return ['origin'];
  const { actions } = origin;
  const pairs: ReadonlyArray<readonly [string, string | number, string | number]> = [
    ['hash', audienceOf(hash), claims.audience],
    ['repository.id', repository.id, claims.repositoryId],
    ['repository.ownerId', repository.ownerId, claims.ownerId],
    ['repository.name', repository.name, claims.repository],
    ['origin.actions.runId', actions.runId, claims.runId],
    ['origin.actions.attempt', actions.attempt, claims.attempt],
    ['origin.actions.workflowRef', actions.workflowRef, claims.workflowRef],
    ['origin.actions.workflowRef', actions.workflowRef, claims.jobWorkflowRef],
    ['origin.actions.sha', actions.sha, claims.sha],
    ['origin.actions.sha', actions.sha, claims.workflowSha],
    ['origin.actions.sha', actions.sha, claims.jobWorkflowSha],
    ['origin.actions.event', actions.event, claims.event],
    ['origin.actions.actor', actions.actor, claims.actorId],
  ];
  return [...new Set(pairs.flatMap(([member, ours, theirs]) => (ours === theirs ? [] : [member])))];
}
