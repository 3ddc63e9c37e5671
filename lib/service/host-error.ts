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

/** GitHub could not be asked: the work stops and is tried again, after a rate limit not before it ends. */
export function hostError(what: string, { code, status, retryAfterMs }: HostFault): Error {
  const words = `${what}: ${code} ${status ?? ''}`.trimEnd();
  return retryAfterMs === undefined ? new HostError(words, status) : new NotNow(words, retryAfterMs);
}
