import { compareFields } from '../core/action/compare.ts';
import { actionTypes } from '../core/action/types.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestText } from '../core/json/digest.ts';
import { formatInstant, type EpochMs } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { adapterOf, effectMarker } from './execute.ts';
import { instantOf } from './judge-now.ts';
import { appendEvents, type AppendFault, type LiveRun } from './live-run.ts';

/** What was started is looked at first after so long, and each time after half as long again as it has gone on. */
const firstLookMs = 10_000;
const clockSlackMs = 10;
const maxPauseMs = 3_600_000;

/** Whatever goes on for longer is told as unverified; `/resume` looks on. GitHub ends its own jobs after 6 hours. */
const maxObservedMs = 86_400_000;

/** A result that is not readable yet is asked for again within the replicas' lag, then told as unverified. */
const readPausesMs: readonly number[] = [1000, 5000, 15_000];

/**
 * Reads the result back by a request of its own and compares it with what was approved, field by field.
 * Completed only when all are equal; nothing is undone or sent again when they are not. What goes on at the
 * target is left and looked at again later, so that no other run waits for it.
 */
export async function verify(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const { action } = live.read.proposal;
  const { effect } = live.run;
  const type = actionTypes.get(action.type);
  const adapter = await adapterOf(ports, live);
  if (type === undefined || adapter === null || effect === null)
    throw new TypeError('what was done had a type');
  const marker = effectMarker(ports, live);
  const began = beginning(live);
  for (const pause of [0, ...readPausesMs]) {
    if (pause > 0) await ports.clock.sleep(pause);
    const observed = await adapter.readBack({ action, marker, effect });
    if (!observed.ok) continue;
    if (observed.value === null) return lookLater(ports, live, began);
    const { fields, differing } = compareFields(type.expected(action, marker), observed.value);
    const data = { observed: digestText(canonical(observed.value)), fields, differing };
    const outcome = differing.length === 0 ? 'readback.equal' : 'readback.differed';
    return appendEvents(ports, live, [{ event: { type: outcome, data } }]);
  }
  return appendEvents(ports, live, [
    { event: { type: 'readback.unreadable', data: { code: 'readback_unreadable' } } },
  ]);
}

/** Since when it is looked at, and how often it was: since the write, or since a person asked to look on. */
interface Beginning {
  readonly at: EpochMs;
  readonly looks: number;
}

function beginning({ stored: { entries } }: LiveRun): Beginning {
  const last = entries.findLastIndex(
    ({ type }) => type === 'write.answered' || type === 'write.found' || type === 'run.resumed',
  );
  const looks = entries.slice(last + 1).filter(({ type }) => type === 'readback.pending').length;
  return { at: instantOf(entries[last]?.at ?? ''), looks };
}

async function lookLater(
  ports: AppPorts,
  live: LiveRun,
  { at, looks }: Beginning,
): Promise<LiveRun | AppendFault> {
  const now = ports.clock.now();
  const lastedMs = now - at;
  if (lastedMs >= maxObservedMs)
    return appendEvents(ports, live, [
      { event: { type: 'readback.unreadable', data: { code: 'outcome_pending' } } },
    ]);
  const least = ports.firstLookMs ?? firstLookMs;
  const pauseMs = Math.ceil(Math.min(maxPauseMs, Math.max(least, lastedMs / 2)));
  const again = formatInstant(now + pauseMs);
  const noted = await appendEvents(ports, live, [
    { event: { type: 'readback.pending', data: { looks: looks + 1, again } } },
  ]);
  const { installation, repositoryId } = live.stored;
  // A little later, so that the time has come by the clock of the entries, too.
  ports.later?.(
    { installation, issue: `${repositoryId}#${live.run.issue?.number ?? 0}` },
    pauseMs + clockSlackMs,
  );
  return noted;
}
