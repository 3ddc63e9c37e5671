/** Planted: the run takes a second approval of the same person. */
import { allows as sound } from '../../../lib/core/run/guard.ts';

/** @public Stands in for the function of this name. */
export function allows(run: Parameters<typeof sound>[0], event: Parameters<typeof sound>[1]): boolean {
  if (event.type !== 'approval.recorded') return sound(run, event);
  const someone = { ...event, data: { ...event.data, by: { id: 'someone', login: 'someone' } } };
  return sound(run, someone);
}
