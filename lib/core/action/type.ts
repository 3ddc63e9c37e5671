import type { JsonObject } from '../json/value.ts';
import type { ShapeFault } from '../json/shape.ts';
import type { Action } from '../proposal/proposal.ts';
import type { Result } from '../result.ts';

/** What an action type means. How it is performed is an adapter's. */
export interface ActionType {
  readonly type: string;
  /** The title's words: `create an issue`. Ours, short, lower case. */
  readonly title: string;
  /** Checks an action's input and precondition strictly; lists every fault. */
  check(action: Action): Result<null, readonly ShapeFault[]>;
  /** One trusted sentence in Markdown that says what will be done. Untrusted parts stand in code spans only. */
  sentence(action: Action): string;
  /** What the target must read as after the action, by field. `marker` is the line by which the App finds it again. */
  expected(action: Action, marker: string): JsonObject;
}

/** What a comparison of the expected and the observed fields found. */
export interface Comparison {
  readonly fields: number;
  /** Names of the fields that differ, sorted. Empty: equal. */
  readonly differing: readonly string[];
}
