import type { Attempt, Deliveries } from '../core/port/deliveries.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { isHandled } from '../core/webhook/incoming.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import { readWatch, writeWatch, type Backlog, type Missed, type Watch } from './sweep-watch.ts';

/** GitHub keeps its log, and delivers again, for three days. */
const lookBackMs = 3 * 86_400_000;

/** The log may show an attempt late: each look goes back this much before the end of the last one. */
const overlapMs = 120_000;

/** Requests of one sweep: pages from the newest back, pages of what was left before, and orders to deliver again. */
const maxNewPages = 5;
const maxOldPages = 5;
const maxOrders = 50;

/** While so many are missed, no older ones are looked for. */
const manyMissed = 500;

/** Beyond so many the newest are dropped: then the door has been shut to several a second for minutes. */
const maxMissed = 1500;

/**
 * When a missed delivery is asked for, after it was seen and after each try: seven times over a day and a
 * half. Then it is given up: the door refused it each time. The log says so for as long as it lasts.
 */
const pausesMs: readonly EpochMs[] = [
  0,
  60_000,
  600_000,
  3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
  18 * 3_600_000,
];

/** What the sweep needs. */
export type DeliveryPorts = Pick<AppPorts, 'ledger' | 'clock' | 'log'> & { readonly deliveries: Deliveries };

/**
 * Finds deliveries that never arrived and asks GitHub for them again, the oldest first. GitHub repeats
 * nothing by itself. What one sweep does is bounded by the numbers above; how far it came stands in the
 * ledger. Rejects when the ledger fails, or GitHub's log cannot be read: nothing is noted then.
 */
export async function sweepDeliveries(ports: DeliveryPorts): Promise<void> {
  const now = ports.clock.now();
  const watch = await readWatch(ports.ledger);
  const oldest = now - lookBackMs;
  const newer = await walk(ports, null, Math.max(oldest, watch.until - overlapMs), maxNewPages);
  const backlog = joined(watch.backlog, newer.rest);
  const waits = backlog === null || watch.missed.filter(isAwaited).length > manyMissed;
  const older = waits
    ? { attempts: [], rest: backlog, readAt: null }
    : await walk(ports, backlog.cursor, Math.max(oldest, backlog.until), maxOldPages);
  const attempts = [...newer.attempts, ...older.attempts];
  const missed = await stillMissed(ports, { ...watch, oldest, now, attempts });
  const left = await order(ports, missed, now);
  await writeWatch(ports.ledger, { until: newer.readAt ?? watch.until, backlog: older.rest, missed: left });
}

interface Walked {
  readonly attempts: readonly Attempt[];
  /** What was not reached; null when everything back to the given time was. */
  readonly rest: Backlog | null;
  /** GitHub's time of the first answer. */
  readonly readAt: EpochMs | null;
}

/** Reads the log from a place on, newest first, back to a time or for so many pages. */
async function walk(
  { deliveries }: DeliveryPorts,
  from: string | null,
  until: EpochMs,
  maxPages: number,
): Promise<Walked> {
  const attempts: Attempt[] = [];
  let cursor = from;
  let readAt: EpochMs | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await deliveries.page({ cursor });
    // A place in the log that GitHub no longer knows lies more than three days back.
    if (!answer.ok && cursor !== null && isGone(answer.fault.status)) return { attempts, rest: null, readAt };
    if (!answer.ok) throw hostError('deliveries', answer.fault);
    readAt ??= answer.value.readAt;
    attempts.push(...answer.value.attempts.filter(({ deliveredAt }) => deliveredAt >= until));
    const last = answer.value.attempts.at(-1);
    cursor = answer.value.next;
    if (cursor === null || last === undefined || last.deliveredAt < until)
      return { attempts, rest: null, readAt };
  }
  return { attempts, rest: cursor === null ? null : { cursor, until }, readAt };
}

/** One stretch of the log for both: a new rest lies above an old one, and leads down to its end. */
function joined(old: Backlog | null, rest: Backlog | null): Backlog | null {
  if (rest === null || old === null) return rest ?? old;
  return { cursor: rest.cursor, until: Math.min(rest.until, old.until) };
}

function isGone(status: number | null): boolean {
  return status === 400 || status === 404 || status === 422;
}

interface Seen extends Watch {
  readonly attempts: readonly Attempt[];
  readonly oldest: EpochMs;
  readonly now: EpochMs;
}

/** What has not arrived by any of its attempts and is not in the ledger, the earliest first. */
async function stillMissed(
  { ledger, log }: DeliveryPorts,
  { attempts, missed, oldest, now }: Seen,
): Promise<readonly Missed[]> {
  const arrived = new Set(attempts.filter((attempt) => attempt.arrived).map(({ guid }) => guid));
  const known = new Map(missed.map((one) => [one.guid, one]));
  for (const { id, guid, event, action, deliveredAt } of attempts) {
    const kept = known.get(guid);
    if (!isHandled(event, action) || (kept !== undefined && kept.at <= deliveredAt)) continue;
    known.set(guid, { guid, id, at: deliveredAt, tries: kept?.tries ?? 0, nextAt: kept?.nextAt ?? now });
  }
  const left: Missed[] = [];
  for (const one of [...known.values()].toSorted((a, b) => a.at - b.at)) {
    if (arrived.has(one.guid) || one.at < oldest || (await ledger.knows({ id: one.guid }))) continue;
    left.push(one);
  }
  if (left.length > maxMissed) log.warn('sweep.deliveries_dropped', { count: left.length - maxMissed });
  return left.slice(0, maxMissed);
}

/** Asks for what is due, and answers with what is still to be awaited. */
async function order(
  { deliveries, log }: DeliveryPorts,
  missed: readonly Missed[],
  now: EpochMs,
): Promise<readonly Missed[]> {
  const left: Missed[] = [];
  let orders = 0;
  let limited = false;
  for (const one of missed) {
    if (!isAwaited(one) || one.nextAt > now || orders >= maxOrders || limited) {
      left.push(one);
      continue;
    }
    orders += 1;
    const answer = await deliveries.redeliver({ id: one.id });
    log.info('sweep.delivery_ordered', {
      delivery: one.guid,
      status: answer.ok ? null : answer.fault.status,
    });
    limited = !answer.ok && answer.fault.retryAfterMs !== undefined;
    const tries = limited ? one.tries : one.tries + 1;
    left.push({ ...one, tries, nextAt: now + (pausesMs[tries] ?? 0) });
  }
  return left;
}

/** Whether a delivery is still asked for. */
function isAwaited({ tries }: Missed): boolean {
  return tries < pausesMs.length;
}
