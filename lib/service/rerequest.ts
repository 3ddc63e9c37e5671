import { whoseCheckRun } from '../core/approval/button.ts';
import type { RerequestIncoming } from '../core/webhook/check-run.ts';
import { advanceLive } from './advance-run.ts';
import type { AppPorts } from './app-ports.ts';
import { ownCheckRun, runOfCheckRun } from './button.ts';
import { done, type Handled } from './handled.ts';
import { holdEvents, releaseEvent } from './hold.ts';
import { appendEvents, type LiveRun, type NewEvent } from './live-run.ts';
import { hasNewOwner, holdForOwner } from './owner-changed.ts';
import { hear } from './person-facts.ts';
import { readsAsSealed } from './thread.ts';

/**
 * Someone asked for the check run once more: the issue is looked at again, what is due is done, and the check run
 * is told anew from the ledger, whatever stands there. It decides nothing, and is for people who have a say.
 */
export async function handleRerequest(
  ports: AppPorts,
  { checkRun, place, sender }: RerequestIncoming,
): Promise<Handled> {
  const live = await runOfCheckRun(ports, checkRun, place.repository.id);
  if (live === null) return done('no run');
  if (hasNewOwner(live, place)) return holdForOwner(ports, live);
  if (whoseCheckRun(checkRun, ownCheckRun(live)) !== 'own') return done('another check run');
  if ((await hear(ports, live, { sender, place })) === null) return done('ignored');
  const events = await lookAgain(ports, live);
  const looked = events.length === 0 ? live : await appendEvents(ports, live, events);
  if (typeof looked === 'string') return { outcome: 'again' };
  await advanceLive(ports, looked, { labels: null, tellCheckRun: true });
  return done('told again');
}

/** What an edit that no delivery told of calls for: a hold, or its end. */
async function lookAgain(ports: AppPorts, live: LiveRun): Promise<readonly NewEvent[]> {
  if (live.run.state !== 'awaiting_approval') return [];
  const sealed = await readsAsSealed(ports, live);
  if (sealed === !live.run.held) return [];
  return sealed ? [releaseEvent] : holdEvents(live);
}
