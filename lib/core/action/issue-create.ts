import { codeSpan } from '../evidence/fence.ts';
import { distinctNames, isPlainLine, line, login } from '../proposal/grammar.ts';
import { object, text, type Shape } from '../json/shape.ts';
import { utf8Length } from '../json/utf8.ts';
import type { JsonObject } from '../json/value.ts';
import type { Action } from '../proposal/proposal.ts';
import { checkInput, checkedInput, namedInWords, spans } from './input.ts';
import type { ActionType } from './type.ts';

/** GitHub cuts off at 65,536 characters; the marker line and some room come behind the text. */
const maxBodyBytes = 60_000;

const ownLabel = /^countersign/i;

/** A label that an action may set. */
export const label: Shape<string> = text(
  'a label of at most 50 characters that is not one of Countersign’s own',
  50,
  (written) => isPlainLine(written) && !ownLabel.test(written),
);

/** The input of `github.issue.create`. */
export interface IssueInput {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

const input: Shape<IssueInput> = object({
  title: line('one visible line of at most 256 characters', 256),
  body: text(
    `a text of at most ${maxBodyBytes} bytes`,
    maxBodyBytes,
    (written) => utf8Length(written) <= maxBodyBytes,
  ),
  labels: distinctNames(label, 20),
  assignees: distinctNames(login, 10),
});

/** The fields of an issue that are compared after the write. */
export interface IssueFields extends IssueInput {
  /** `open` or `closed`. */
  readonly state: string;
}

/**
 * An issue's fields as they are compared, for the expected and for the observed side. GitHub gives
 * labels and assignees in an order and a case of its own, so both are sorted in lower case.
 */
export function issueFields(issue: IssueFields): JsonObject {
  return {
    title: issue.title,
    body: issue.body,
    labels: folded(issue.labels),
    assignees: folded(issue.assignees),
    state: issue.state,
  };
}

function folded(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase()).toSorted();
}

/** `github.issue.create`: opens one issue. */
export const issueCreate: ActionType = {
  type: 'github.issue.create',
  title: 'create an issue',
  byDefault: true,
  needs: [{ name: 'issues', level: 'write' }],
  check: checkInput(input),
  sentence: (action) => {
    const { title, labels, assignees } = inputOf(action);
    const parts = [
      `create the issue ${codeSpan(title)} in ${codeSpan(action.target.repository.name)}`,
      ...(labels.length > 0 ? [`with ${namedInWords('label', labels)}`] : []),
      ...(assignees.length > 0 ? [`assigned to ${spans(assignees)}`] : []),
    ];
    return parts.join(', ');
  },
  preview: (action) => [{ label: 'The text of the new issue', text: inputOf(action).body }],
  expected: (action, marker) => {
    const { title, body, labels, assignees } = inputOf(action);
    return issueFields({ title, body: `${body}\n\n${marker}`, labels, assignees, state: 'open' });
  },
};

/** The input of a checked action. Throws a TypeError for one that the type does not take. */
export function inputOf(action: Action): IssueInput {
  return checkedInput(input, action);
}
