/** Planted: whoever has approved may approve again. */
import { decideCommand as sound } from '../../../lib/core/approval/decide.ts';

export * from '../../../lib/core/approval/decide.ts';

/** @public Stands in for the function of this name. */
export function decideCommand(facts: Parameters<typeof sound>[0]): ReturnType<typeof sound> {
  const { run } = facts;
  return sound(run.intent ? facts : { ...facts, run: { ...run, approvals: [] } });
}
