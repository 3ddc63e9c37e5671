import { renderReminder } from '../core/publication/reminder.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { formatInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import type { AppendFault, LiveRun, NewEvent } from './live-run.ts';
import { markerLine, published, tell, viewOf, type TellHints } from './publication.ts';

/**
 * The event that plans the one reminder of a proposal, where its policy wants one: so long before its end.
 * None where that is over already when the proposal is taken in, or where the proposal never ends.
 */
export function planReminder(plan: {
  readonly remindMs: number | null;
  readonly expiresAt: EpochMs | null;
  readonly now: EpochMs;
}): readonly NewEvent[] {
  const { remindMs, expiresAt, now } = plan;
  if (remindMs === null || expiresAt === null || expiresAt - remindMs <= now) return [];
  return [{ event: { type: 'reminder.planned', data: { at: formatInstant(expiresAt - remindMs) } } }];
}

/** Reminds people, once: found again where a crash left it told and not recorded. */
export async function remind(
  ports: AppPorts,
  live: LiveRun,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const planned = live.stored.entries.findLast(({ type }) => type === 'reminder.planned');
  if (planned === undefined) throw new TypeError('a reminder that is due was planned');
  const marker = markerLine(planned.digest);
  const body = renderReminder({ ...viewOf(ports, live), marker });
  const fresh = planned.seq >= hints.freshFrom;
  const comment = await tell(ports, live, { body, marker, since: planned.at, fresh });
  return published(ports, live, 'reminder', comment, [planned.digest]);
}
