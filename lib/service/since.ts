import { formatInstant, parseInstant } from '../core/time/instant.ts';

/**
 * How far before our own entry a list of GitHub's is read. Its clock is not ours, and it tells times by the
 * second: what we made right after the entry may carry an earlier time. What lies before cannot be ours.
 */
const slackMs = 120_000;

/** From when on a list must be read to hold what we made after an entry of that time. */
export function sinceBefore(at: string): string {
  const from = parseInstant(at);
  return formatInstant(Math.max(0, (from.ok ? from.value : 0) - slackMs));
}
