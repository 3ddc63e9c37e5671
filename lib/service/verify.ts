import { compareFields } from '../core/action/compare.ts';
import { actionTypes } from '../core/action/types.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestText } from '../core/json/digest.ts';
import type { AppPorts } from './app-ports.ts';
import { adapterOf, effectMarker } from './execute.ts';
import { appendEvents, type AppendFault, type LiveRun } from './live-run.ts';

/** A result that is not readable yet is asked for again within the replicas' lag, then told as unverified. */
const readPausesMs: readonly number[] = [1000, 5000, 15_000];

/**
 * Reads the result back by a request of its own and compares it with what was approved, field by field.
 * Completed only when all are equal; nothing is undone or sent again when they are not.
 */
export async function verify(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const { action } = live.read.proposal;
  const { effect } = live.run;
  const type = actionTypes.get(action.type);
  const adapter = await adapterOf(ports, live);
  if (type === undefined || adapter === null || effect === null)
    throw new TypeError('what was done had a type');
  const marker = effectMarker(ports, live);
  for (const pause of [0, ...readPausesMs]) {
    if (pause > 0) await ports.clock.sleep(pause);
    const observed = await adapter.readBack({ action, marker, effect });
    if (!observed.ok) continue;
    const { fields, differing } = compareFields(type.expected(action, marker), observed.value);
    const data = { observed: digestText(canonical(observed.value)), fields, differing };
    const outcome = differing.length === 0 ? 'readback.equal' : 'readback.differed';
    return appendEvents(ports, live, [{ event: { type: outcome, data } }]);
  }
  return appendEvents(ports, live, [
    { event: { type: 'readback.unreadable', data: { code: 'readback_unreadable' } } },
  ]);
}
