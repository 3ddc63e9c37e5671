import type { Entry } from '../audit/entry.ts';
import { parseInstant, type EpochMs } from '../time/instant.ts';

/** When a proposal was taken in, and who had started it, by numeric id. */
export interface Acceptance {
  readonly at: EpochMs;
  readonly starters: readonly string[];
}

/** What a run's entries tell of its taking in; null for a run that was never taken in. */
export function acceptanceOf(entries: readonly Entry[]): Acceptance | null {
  const accepted = entries.find(({ type }) => type === 'proposal.accepted');
  const at = parseInstant(accepted?.at ?? '');
  if (!at.ok) return null;
  const starters = entries.flatMap((entry) =>
    entry.type === 'run.started' ? [entry.data.actor.id, entry.data.triggeringActor.id] : [],
  );
  return { at: at.value, starters: [...new Set(starters)] };
}
