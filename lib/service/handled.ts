import { advanceLive } from './advance-run.ts';
import type { AppPorts } from './app-ports.ts';
import type { Decided } from './said.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { LiveRun } from './live-run.ts';

/**
 * What handling came to; its text goes into the inbox. `later`: something it waits for is not there yet, and
 * may never come. `again`: the run moved on meanwhile, so it must be decided anew, however long that takes.
 */
export type Handled =
  | { readonly outcome: 'done'; readonly what: string }
  | { readonly outcome: 'later' }
  | { readonly outcome: 'again' };

/** How something came in. */
export interface Receipt {
  /** GUID of the signed webhook; null for what was found without one. */
  readonly delivery: string | null;
  /** When the App first stored it. */
  readonly receivedAt: EpochMs;
}

/** It is dealt with. */
export function done(what: string): Handled {
  return { outcome: 'done', what };
}

/** Takes a run on from what was decided in it. `labels`: the issue's, where the delivery showed them. */
export async function goOn(
  ports: AppPorts,
  from: LiveRun,
  decided: Decided,
  labels: readonly string[] | null,
): Promise<Handled> {
  switch (decided.outcome) {
    case 'recorded':
    case 'refused':
      await advanceLive(ports, decided.live, {
        labels,
        freshFrom: from.stored.entries.length,
        asker: decided.asker ?? null,
      });
      return done(decided.code === null ? 'recorded' : `refused ${decided.code}`);
    case 'ignored':
      return done('ignored');
    case 'conflict':
    case 'unexpected':
    case 'effect_taken':
      return { outcome: 'again' };
  }
}
