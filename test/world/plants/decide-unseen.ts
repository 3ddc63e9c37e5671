/** Planted: the comments and the page are not looked at again. */
import { threadFault as sound } from '../../../lib/core/approval/decide.ts';

export * from '../../../lib/core/approval/decide.ts';

/** @public Stands in for the function of this name. */
export function threadFault(
  thread: Parameters<typeof sound>[0],
  sealed: Parameters<typeof sound>[1],
): ReturnType<typeof sound> {
  return sound({ ...thread, comments: [] }, sealed, []);
}
