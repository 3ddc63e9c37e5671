import type { RefusalCode } from '../refusal.ts';
import type { RunEvent } from './event.ts';

/** Why an App may not do something: it lacks a permission, or is not installed where that is to be done. */
const turnedAway: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['permission_missing', 'target_missing']);

/**
 * Whether GitHub turned an order away because the App may not do it, before it looked at it: nothing was done,
 * nothing can come of it later, and it may be sent again. The only request that left of which that is so.
 */
export function isTurnedAway(event: RunEvent): boolean {
  return event.type === 'execution.failed' && turnedAway.has(event.data.code) && event.data.status === 403;
}
