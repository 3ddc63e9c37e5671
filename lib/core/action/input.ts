import { codeSpan } from '../evidence/fence.ts';
import { integer, type Shape } from '../json/shape.ts';
import type { Action } from '../proposal/proposal.ts';
import { inWords } from '../proposal/words.ts';
import { ok } from '../result.ts';
import type { ActionType } from './type.ts';

const path = 'action.input';

/** The number of an issue or a pull request: GitHub answers no larger one. */
export const issueNumber: Shape<number> = integer(1, 2_147_483_647);

/** How a type checks an action's input: by its shape. */
export function checkInput(shape: Shape<unknown>): ActionType['check'] {
  return (action) => {
    const read = shape(action.input, path);
    return read.ok ? ok(null) : read;
  };
}

/** The input of a checked action. Throws a TypeError for one that the type does not take. */
export function checkedInput<Input>(shape: Shape<Input>, action: Action): Input {
  const read = shape(action.input, path);
  if (!read.ok) throw new TypeError(`${action.type}: the action was not checked`);
  return read.value;
}

/** `the label a`, `the labels a and b`: names that somebody gave, in code spans. */
export function namedInWords(noun: string, names: readonly string[]): string {
  return `the ${noun}${names.length === 1 ? '' : 's'} ${spans(names)}`;
}

/** Names that somebody gave, in code spans. */
export function spans(names: readonly string[]): string {
  return inWords(
    names.map((name) => codeSpan(name)),
    'and',
  );
}
