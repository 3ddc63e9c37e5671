import type { JsonObject } from '../json/value.ts';
import type { ShapeFault } from '../json/shape.ts';
import type { Action } from '../proposal/proposal.ts';
import type { Result } from '../result.ts';
import type { PermissionNeed } from './permission-need.ts';

/** What an action type means. How it is performed is an adapter's. */
export interface ActionType {
  readonly type: string;
  /** The title's words: `create an issue`. Ours, short, lower case. */
  readonly title: string;
  /** Whether it is allowed where no policy lists action types: only what a person can undo. */
  readonly byDefault: boolean;
  /** What the App must be allowed for it, `metadata: read` aside, which every App has. */
  readonly needs: readonly PermissionNeed[];
  /** Checks an action's input strictly; lists every fault. `checkAction` is the whole check. */
  check(action: Action): Result<null, readonly ShapeFault[]>;
  /**
   * What will be done, in trusted Markdown: a clause in the infinitive, without its full stop
   * (`create the issue …`). Untrusted parts stand in code spans only. Takes checked actions only.
   */
  sentence(action: Action): string;
  /** Longer texts that the action writes, for the reader to see as they will stand. Takes checked actions only. */
  preview(action: Action): readonly Preview[];
  /**
   * What the target must read as after the action, by field. `marker` is the line by which the App
   * finds it again. Takes checked actions only.
   */
  expected(action: Action, marker: string): JsonObject;
}

/** A text that an action writes: what it is, in our words, and the text, which is shown in a fence. */
interface Preview {
  readonly label: string;
  readonly text: string;
}

/** What a comparison of the expected and the observed fields found. */
export interface Comparison {
  readonly fields: number;
  /** Names of the fields that differ, sorted. Empty: equal. */
  readonly differing: readonly string[];
}
