import type { Bundle } from '../bundle/bundle.ts';
import type { FlowDecision, FlowFault, FlowPosition } from '../flow/flow.ts';
import type { JsonObject } from '../json/value.ts';
import type { Result } from '../result.ts';

/** Everything that a planner decides from. */
export interface Situation {
  readonly bundle: Bundle;
  /** `params`, `github` and `evidence`. */
  readonly contexts: JsonObject;
  readonly position: FlowPosition;
}

/**
 * Says what a flow does next. Only a deterministic planner may act: one whose decision is a function of the
 * situation. Whatever it decides, the runner calls nothing that the bundle does not allow.
 */
export interface Planner {
  /** The engine's name, as the audit tells it. */
  readonly name: string;
  readonly deterministic: boolean;
  next(situation: Situation): Result<FlowDecision, FlowFault>;
}
