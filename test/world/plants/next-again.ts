/** Planted: a run that stopped while it was sending is sent once more. */
import { nextStep as sound, type Situation, type Step } from '../../../lib/core/run/next.ts';

export * from '../../../lib/core/run/next.ts';

/** @public Stands in for the function of this name. */
export function nextStep(situation: Situation): Step | null {
  const { run } = situation;
  const stopped = run.state === 'executing' && run.sent;
  return sound(stopped ? { ...situation, run: { ...run, sent: false } } : situation);
}
