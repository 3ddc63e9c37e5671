import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from '../../core/port/clock.ts';
import type { IssueRef } from '../../core/port/ledger.ts';
import { NotNow, type Wakes } from '../../core/port/wakes.ts';

/** Issues of one installation at once. Its writes go one after the other anyway; the rest only waits. */
const perInstallation = 8;

/** Pauses before an issue that could not be finished is handed out again; the last one repeats. */
const retryPausesMs: readonly number[] = [250, 1000, 2000, 5000, 15_000, 60_000];

/** One issue's turn: whether it was hinted at again meanwhile, and the pause that a hint may end. */
interface Turn {
  readonly ref: IssueRef;
  again: boolean;
  failures: number;
  pause: AbortController | null;
}

/**
 * Hints within this process: nothing is kept beside the ledger. An installation's issues share a limit of
 * their own, so that a busy one delays nobody else.
 */
export function inProcessWakes(
  clock: Pick<Clock, 'sleep'>,
  failed: (ref: IssueRef, error: unknown) => void,
): Wakes {
  const limits = new Map<string, LimitFunction>();
  const turns = new Map<string, Turn>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let work: ((ref: IssueRef) => Promise<void>) | null = null;

  const limitOf = (installation: string): LimitFunction => {
    const limit = limits.get(installation) ?? pLimit(perInstallation);
    limits.set(installation, limit);
    return limit;
  };

  const run = (turn: Turn): void => {
    const promise = limitOf(turn.ref.installation)(() => once(turn)).finally(() => running.delete(promise));
    running.add(promise);
  };

  const once = async (turn: Turn): Promise<void> => {
    if (work === null || stopped.signal.aborted) return;
    turn.again = false;
    try {
      await work(turn.ref);
      turn.failures = 0;
    } catch (error) {
      failed(turn.ref, error);
      // The pause holds no place: what waits for a later try is not under way.
      void pause(turn, error).then(() => run(turn));
      return;
    }
    if (turn.again) run(turn);
    else turns.delete(turn.ref.issue);
  };

  const pause = async (turn: Turn, error: unknown): Promise<void> => {
    const growing = retryPausesMs[Math.min(turn.failures, retryPausesMs.length - 1)] ?? 0;
    turn.failures += 1;
    if (!(error instanceof NotNow)) return clock.sleep(growing, stopped.signal);
    if (error.retryAfterMs !== null)
      return clock.sleep(Math.max(growing, error.retryAfterMs), stopped.signal);
    // What came in while it was worked on may be what it waits for.
    if (turn.again) return;
    turn.pause = new AbortController();
    await clock.sleep(growing, AbortSignal.any([turn.pause.signal, stopped.signal]));
    turn.pause = null;
  };

  const idle = async (): Promise<void> => {
    if (running.size === 0) return;
    await Promise.all(running);
    await idle();
  };

  return {
    hint: async (ref) => {
      const turn = turns.get(ref.issue);
      if (turn !== undefined) {
        turn.again = true;
        turn.pause?.abort();
        return;
      }
      const fresh: Turn = { ref, again: false, failures: 0, pause: null };
      turns.set(ref.issue, fresh);
      run(fresh);
    },
    start: async (given) => {
      work = given;
    },
    idle,
    stop: async () => {
      stopped.abort();
      await idle();
    },
  };
}
