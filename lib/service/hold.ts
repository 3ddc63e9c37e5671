import type { RefusalCode } from '../core/refusal.ts';
import type { LiveRun, NewEvent } from './live-run.ts';

/** The events that make a run's approvals so far void: none where there are none. */
export function voidEvents({ run }: LiveRun, code: RefusalCode): readonly NewEvent[] {
  const count = run.approvals.length;
  return count === 0 ? [] : [{ event: { type: 'approvals.voided', data: { code, count } } }];
}

/** The events that hold a run whose page does not read as sealed: its approvals so far become void. */
export function holdEvents(live: LiveRun): readonly NewEvent[] {
  return [...voidEvents(live, 'held'), { event: { type: 'run.held', data: { code: 'held' } } }];
}

/** The event that ends a hold: the page reads as sealed again. */
export const releaseEvent: NewEvent = { event: { type: 'run.released', data: { code: 'held' } } };
