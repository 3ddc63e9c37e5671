import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../../core/port/clock.ts';

/** The longest delay that a timer takes: beyond 2^31−1 ms it fires at once. */
const longestTimerMs = 2_147_483_647;

/** The machine's clock. Waiting is measured by the monotonic clock, so a corrected time of day changes nothing. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    if (Number.isNaN(ms)) throw new RangeError('sleep: not a duration');
    const end = performance.now() + ms;
    for (let left = ms; left > 0; left = end - performance.now()) {
      if (signal?.aborted === true) return;
      await timer(Math.min(left, longestTimerMs), signal);
    }
  },
};

/** Ids from the machine's cryptographic source. */
export const systemIds: Ids = {
  nonce: () => randomBytes(16).toString('hex'),
};

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(handle);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const handle = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
