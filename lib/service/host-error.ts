import type { HostFault } from '../core/port/runner-host.ts';
import { NotNow } from '../core/port/wakes.ts';

/** GitHub could not be asked, or refused: with its status, null where there was no answer. */
export class HostError extends Error {
  readonly status: number | null;

  constructor(words: string, status: number | null) {
    super(words);
    this.status = status;
  }
}

/**
 * What may have landed is looked for only after this: replicas lag by seconds, and a look before would not show
 * it. GitHub answers many a comment and check run with 502 that stands there a moment later.
 */
const settlingMs = 5000;

/**
 * GitHub could not be asked: the work stops and is tried again, after a rate limit not before it ends, and after
 * an answer that does not say whether something was written not before that can be seen.
 */
export function hostError(what: string, { code, status, retryAfterMs }: HostFault): Error {
  const words = `${what}: ${code} ${status ?? ''}`.trimEnd();
  const afterMs = code === 'ambiguous' ? Math.max(retryAfterMs ?? 0, settlingMs) : retryAfterMs;
  return afterMs === undefined ? new HostError(words, status) : new NotNow(words, afterMs);
}
