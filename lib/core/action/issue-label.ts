import { codeSpan } from '../evidence/fence.ts';
import { object, type Shape } from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import { distinctNames, nonEmpty } from '../proposal/grammar.ts';
import type { Action } from '../proposal/proposal.ts';
import { checkInput, checkedInput, issueNumber, namedInWords } from './input.ts';
import { label } from './issue-create.ts';
import type { ActionType } from './type.ts';

/** The input of `github.issue.label`. */
export interface LabelInput {
  /** An issue's or a pull request's. */
  readonly number: number;
  readonly labels: readonly string[];
}

const input: Shape<LabelInput> = object({
  number: issueNumber,
  labels: nonEmpty(distinctNames(label, 20), 'at least one label'),
});

/**
 * The fields that are compared: which of the labels to add are there. Others are none of the action's
 * business. GitHub takes names of different case for the same label.
 */
export function labelFields(action: Action, observed: LabelInput): JsonObject {
  const wanted = new Set(labelInputOf(action).labels.map((name) => name.toLowerCase()));
  const there = observed.labels.map((name) => name.toLowerCase()).filter((name) => wanted.has(name));
  return { issue: observed.number, labels: there.toSorted() };
}

/** Whether an issue with these labels has all that are to be added. */
export function isLabelled(action: Action, present: readonly string[]): boolean {
  const there = new Set(present.map((name) => name.toLowerCase()));
  return labelInputOf(action).labels.every((name) => there.has(name.toLowerCase()));
}

/** `github.issue.label`: adds labels, and takes none away. */
export const issueLabel: ActionType = {
  type: 'github.issue.label',
  title: 'label an issue',
  byDefault: true,
  needs: [{ name: 'issues', level: 'write' }],
  check: checkInput(input),
  sentence: (action) => {
    const { number, labels: added } = labelInputOf(action);
    const where = `${codeSpan(`#${number}`)} in ${codeSpan(action.target.repository.name)}`;
    return `add ${namedInWords('label', added)} to ${where}`;
  },
  preview: (action) => [{ label: 'The labels to add', text: labelInputOf(action).labels.join('\n') }],
  expected: (action) => labelFields(action, labelInputOf(action)),
};

/** The input of a checked action. Throws a TypeError for one that the type does not take. */
export function labelInputOf(action: Action): LabelInput {
  return checkedInput(input, action);
}
