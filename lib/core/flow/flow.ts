import type { CallStep, ExpectStep, PauseStep, Step } from '../bundle/bundle.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../json/value.ts';

/** Where a flow is: at a step, and at an item of the list that the step is done for. */
export interface FlowPosition {
  /** Index of the step. */
  readonly step: number;
  /** The list, once it is known; null before, and for a step without one. */
  readonly items: readonly JsonValue[] | null;
  readonly item: number;
}

/** Before the first step. */
export const flowStart: FlowPosition = { step: 0, items: null, item: 0 };

/** What a flow does next. `label` is the step's id, with the item's number from 1 behind a dot in a list. */
export type FlowDecision =
  | {
      readonly kind: 'call';
      readonly step: CallStep;
      readonly label: string;
      readonly input: JsonObject;
      readonly next: FlowPosition;
    }
  | {
      readonly kind: 'skip';
      readonly step: Step;
      readonly label: string;
      /** Its condition is false, or its list is empty. */
      readonly because: 'if' | 'for';
      readonly next: FlowPosition;
    }
  | { readonly kind: 'expected'; readonly step: ExpectStep; readonly next: FlowPosition }
  | { readonly kind: 'pause'; readonly step: PauseStep; readonly next: FlowPosition }
  | { readonly kind: 'done' };

/** Why a flow ends without a proposal. */
export interface FlowFault {
  readonly code: 'bundle_invalid' | 'budget_exceeded' | 'expectation_failed';
  /** In our own words and the bundle's. */
  readonly what: string;
  /** What the expression language says of it; null: nothing. */
  readonly detail: string | null;
}

/** An answer as later steps and the proposal see it. */
export interface FlowEvidence {
  readonly step: CallStep;
  readonly text: string;
  /** The answer's structure, or what its text says as JSON; null: neither. */
  readonly data: JsonValue;
}

/**
 * The `evidence` context: an answer by its step's id, `{text, data}`, and of a step with a list the answers
 * in a list, in the order in which they came. A step that was left out has no member.
 */
export function evidenceContext(answers: readonly FlowEvidence[]): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const { step, text, data } of answers) {
    const answer = { text, data };
    if (step.loop === null) members.set(step.id, answer);
    else {
      const before = members.get(step.id);
      members.set(step.id, [...(isJsonArray(before) ? before : []), answer]);
    }
  }
  return Object.fromEntries(members);
}
