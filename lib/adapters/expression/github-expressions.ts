import { data, Evaluator, type Expr, Lexer, Parser } from '@actions/expressions';
import { FunctionCall } from '@actions/expressions/ast';
import { parseJson } from '../../core/json/parse.ts';
import type { JsonValue } from '../../core/json/value.ts';
import type { ExpressionFault, Expressions, ExpressionUse } from '../../core/port/expressions.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { useOf } from './use.ts';

/**
 * A function that expressions may call besides GitHub's own. It takes as many texts as it has parameters,
 * and refuses them by an error whose message is for the bundle's author.
 */
export type TextFunction = (...texts: string[]) => string;

/** GitHub's own expression language, with the given functions added. */
export function githubExpressions(functions: Readonly<Record<string, TextFunction>>): Expressions {
  const added = Object.entries(functions).map(([name, run]) => ({
    name,
    minArgs: run.length,
    maxArgs: run.length,
    call: (...args: data.ExpressionData[]) =>
      new data.StringData(run(...args.map((argument) => argument.coerceString()))),
  }));
  const implementations = new Map(added.map((one) => [one.name, one]));
  const parse = (source: string, contexts: readonly string[]): Result<Expr, ExpressionFault> => {
    // The parser would answer with nothing at all.
    if (source.trim() === '') return refused({ what: 'it is empty' });
    try {
      return ok(new Parser(new Lexer(source).lex().tokens, [...contexts], added).parse());
    } catch (error) {
      return refused(faultOf(error));
    }
  };
  return {
    inspect(source, contexts): Result<ExpressionUse, ExpressionFault> {
      const parsed = parse(source, contexts);
      if (!parsed.ok) return parsed;
      const whole =
        parsed.value instanceof FunctionCall ? parsed.value.functionName.lexeme.toLowerCase() : null;
      return ok({ whole, ...useOf(parsed.value) });
    },
    evaluate(source, contexts): Result<JsonValue, ExpressionFault> {
      const parsed = parse(source, Object.keys(contexts));
      if (!parsed.ok) return parsed;
      try {
        // Only what the expression uses: evidence can be large, and most expressions look at something else.
        const used = useOf(parsed.value).contexts;
        const needed = Object.entries(contexts).filter(([name]) => used.has(name.toLowerCase()));
        const dictionary: unknown = JSON.parse(JSON.stringify(Object.fromEntries(needed)), data.reviver);
        if (!(dictionary instanceof data.Dictionary)) throw new TypeError('contexts must be an object');
        const value = new Evaluator(parsed.value, dictionary, implementations).evaluate();
        const read = parseJson(JSON.stringify(value, data.replacer));
        return read.ok ? read : refused({ what: 'its value is nothing that JSON can say' });
      } catch (error) {
        return refused(faultOf(error));
      }
    },
  };
}

function faultOf(error: unknown): ExpressionFault {
  // The library throws plain errors for what the expression's author did wrong, so their text is what we have.
  if (error instanceof Error) return { what: error.message };
  throw error;
}
