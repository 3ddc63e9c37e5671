import { formatSeconds } from '../../core/time/instant.ts';

/** GitHub's own time of an answer, from its `Date` header; null where it does not read. */
export function dateOf(header: unknown): string | null {
  const at = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) || at < 0 ? null : formatSeconds(at);
}
