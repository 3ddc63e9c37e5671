import { initiatorsOf, type Proposal } from '../proposal/proposal.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Policy } from './policy.ts';

/** Proposals that were taken in within 24 hours, and how many of them each person started, by numeric id. */
export interface AcceptedCounts {
  readonly total: number;
  readonly byInitiator: ReadonlyMap<string, number>;
}

/** Counts proposals by whoever started them: `starters` holds the numeric ids for each. */
export function acceptedCounts(starters: readonly (readonly string[])[]): AcceptedCounts {
  const byInitiator = new Map<string, number>();
  for (const id of starters.flatMap((ids) => [...new Set(ids)]))
    byInitiator.set(id, (byInitiator.get(id) ?? 0) + 1);
  return { total: starters.length, byInitiator };
}

/** Since when proposals count toward the limits of a policy, at a given time. */
export function limitWindow(now: EpochMs): EpochMs {
  return now - 86_400_000;
}

/** Whether a policy has any limit, so that proposals must be counted. */
export function isLimited({ limits }: Policy): boolean {
  return limits.perDay !== null || limits.perActorPerDay !== null;
}

/** Whether one more proposal would pass a limit of the policy: the repository's, or that of whoever started it. */
export function exceeds({ limits }: Policy, proposal: Proposal, accepted: AcceptedCounts): boolean {
  if (limits.perDay !== null && accepted.total >= limits.perDay) return true;
  const { perActorPerDay: most } = limits;
  if (most === null) return false;
  return [...initiatorsOf(proposal)].some((id) => (accepted.byInitiator.get(id) ?? 0) >= most);
}
