import type { Clock } from '../core/port/clock.ts';
import { remember } from './remember.ts';

/** Says how often something may be done for each of many who ask. */
export interface Rates {
  /** Takes one turn. False: there is none left at present. */
  take(who: string): boolean;
}

/** Beyond so many the one that asked least lately is forgotten, and begins with all its turns again. */
const maxKept = 10_000;

/**
 * A number of turns at once for each, of which one comes back every so often. Kept in this process alone:
 * with several replicas each counts for itself.
 */
export function createRates(
  clock: Pick<Clock, 'now'>,
  { turns, everyMs }: { readonly turns: number; readonly everyMs: number },
): Rates {
  /** When each has all its turns back. */
  const fullAt = new Map<string, number>();
  return {
    take(who) {
      const now = clock.now();
      const full = Math.max(now, fullAt.get(who) ?? 0) + everyMs;
      if (full - now > turns * everyMs) return false;
      remember(fullAt, who, full, maxKept);
      return true;
    },
  };
}
