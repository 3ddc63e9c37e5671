import type { RunEvent } from './event.ts';

/**
 * Whether GitHub turned an order away for want of a permission, before it looked at it: nothing was done, nothing
 * can come of it later, and it may be sent again. The only request that left of which that is so.
 */
export function isTurnedAway(event: RunEvent): boolean {
  return (
    event.type === 'execution.failed' && event.data.code === 'permission_missing' && event.data.status === 403
  );
}
