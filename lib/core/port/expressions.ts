import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Result } from '../result.ts';

/** What one expression uses, known without evaluating it. */
export interface ExpressionUse {
  /** The function whose call is the whole expression, lower case; null where the expression is something else. */
  readonly whole: string | null;
  /** Every context that is used. */
  readonly contexts: ReadonlySet<string>;
  /** Contexts that are used outside any call of `quote()` and of `match()`. */
  readonly bare: ReadonlySet<string>;
  /** Contexts that are used inside a call of `quote()`. */
  readonly quoted: ReadonlySet<string>;
  /** Contexts that are used inside a call of `match()`. */
  readonly matched: ReadonlySet<string>;
  /** The pattern of each call of `match()`; null: it is not written out as a text. */
  readonly patterns: readonly (string | null)[];
  /** Dotted paths from each context as far as they are literal: `params.service`. */
  readonly paths: readonly string[];
}

/** The expression cannot be read or evaluated; in words for the bundle's author. */
export interface ExpressionFault {
  readonly what: string;
}

/** GitHub's own `${{ }}` language over given data. It reads nothing else: no clock, no environment, no file. */
export interface Expressions {
  inspect(source: string, contexts: readonly string[]): Result<ExpressionUse, ExpressionFault>;
  evaluate(source: string, contexts: JsonObject): Result<JsonValue, ExpressionFault>;
}
