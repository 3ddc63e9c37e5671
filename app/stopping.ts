import type { Clock } from '../lib/core/port/clock.ts';
import type { AppPorts } from '../lib/service/app-ports.ts';

/** Whoever asks GitHub when the App is told to stop is given this long for the answer. */
const answersMs = 4000;

/** What has not ended so long after the order to stop is left behind: the ledger says where it stands. */
const drainMs = 7000;

/** The App is stopping: what is not begun is left to the next start. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The order to stop, and what follows from it. */
export interface Stopping {
  /** Aborted with the order to stop. */
  readonly begun: AbortSignal;
  /** Aborted when the answers that are awaited are given up. */
  readonly cut: AbortSignal;
  /** `fetch` until then. */
  readonly fetch: typeof globalThis.fetch;
  /** Gives the order, and resolves when the work has ended, or `drainMs` later. */
  begin(ended: () => Promise<unknown>): Promise<void>;
}

export function createStopping(): Stopping {
  const begun = new AbortController();
  const cut = new AbortController();
  return {
    begun: begun.signal,
    cut: cut.signal,
    fetch: async (input, init) => {
      const signals = [cut.signal, ...(init?.signal == null ? [] : [init.signal])];
      return globalThis.fetch(input, { ...init, signal: AbortSignal.any(signals) });
    },
    async begin(ended) {
      begun.abort(new Stopped('the App is stopping'));
      const timer = setTimeout(() => cut.abort(new Stopped('the answer is not awaited')), answersMs);
      let limit: NodeJS.Timeout | undefined;
      const left = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, drainMs);
      });
      await Promise.race([ended(), left]);
      clearTimeout(timer);
      clearTimeout(limit);
      cut.abort(new Stopped('the App has stopped'));
    },
  };
}

/**
 * Ports that let a step end and no further one begin, once the App is told to stop: every step asks for an
 * installation or an adapter first, and every pause ends. A write that was not begun is then not begun;
 * the answer to one that was is still recorded. Nothing that a refusal here leads to is recorded.
 */
export function endingPorts(ports: AppPorts, begun: AbortSignal): AppPorts {
  return {
    ...ports,
    hosts: {
      installation: async (id) => {
        begun.throwIfAborted();
        return ports.hosts.installation(id);
      },
    },
    effects: {
      of: async (question) => {
        begun.throwIfAborted();
        return ports.effects.of(question);
      },
    },
    clock: endingClock(ports.clock, begun),
  };
}

function endingClock(clock: Clock, begun: AbortSignal): Clock {
  return {
    now: () => clock.now(),
    async sleep(ms, signal) {
      await clock.sleep(ms, signal === undefined ? begun : AbortSignal.any([begun, signal]));
      begun.throwIfAborted();
    },
  };
}
