import type { PauseAnswer } from '../core/port/pauses.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Observation } from './gather-observe.ts';

/** What a flow did at one point, in the order in which it did it. */
export type Trace =
  | { readonly kind: 'answered'; readonly observation: Observation }
  | {
      readonly kind: 'skipped';
      readonly label: string;
      readonly because: 'if' | 'for';
      readonly at: EpochMs;
    }
  | { readonly kind: 'expected'; readonly label: string; readonly at: EpochMs }
  | {
      readonly kind: 'paused';
      readonly answer: PauseAnswer;
      readonly askedAt: EpochMs;
      readonly answeredAt: EpochMs;
    };

/** The answers of a trace, in their order. */
export function observationsOf(trace: readonly Trace[]): readonly Observation[] {
  return trace.flatMap((one) => (one.kind === 'answered' ? [one.observation] : []));
}
