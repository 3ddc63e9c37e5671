import { codeSpan } from '../evidence/fence.ts';
import { object, text, type Shape } from '../json/shape.ts';
import { utf8Length } from '../json/utf8.ts';
import type { JsonObject } from '../json/value.ts';
import type { Action } from '../proposal/proposal.ts';
import { checkInput, checkedInput, issueNumber } from './input.ts';
import type { ActionType } from './type.ts';

/** GitHub cuts off at 65,536 characters; the marker line and some room come behind the text. */
const maxBodyBytes = 60_000;

/** The input of `github.issue.comment`. */
export interface CommentInput {
  /** An issue's or a pull request's. */
  readonly number: number;
  readonly body: string;
}

const input: Shape<CommentInput> = object({
  number: issueNumber,
  body: text(
    `a text of at most ${maxBodyBytes} bytes that is not blank`,
    maxBodyBytes,
    (written) => written.trim() !== '' && utf8Length(written) <= maxBodyBytes,
  ),
});

/** A comment's fields as they are compared: where it stands, and its whole text. */
export function commentFields({ number, body }: CommentInput): JsonObject {
  return { issue: number, body };
}

/** `github.issue.comment`: one comment on an issue or a pull request. */
export const issueComment: ActionType = {
  type: 'github.issue.comment',
  title: 'comment on an issue',
  byDefault: true,
  needs: [{ name: 'issues', level: 'write' }],
  check: checkInput(input),
  sentence: (action) =>
    `comment on ${codeSpan(`#${commentInputOf(action).number}`)} in ${codeSpan(action.target.repository.name)}`,
  preview: (action) => [{ label: 'The text of the new comment', text: commentInputOf(action).body }],
  expected: (action, marker) => {
    const { number, body } = commentInputOf(action);
    return commentFields({ number, body: `${body}\n\n${marker}` });
  },
};

/** The input of a checked action. Throws a TypeError for one that the type does not take. */
export function commentInputOf(action: Action): CommentInput {
  return checkedInput(input, action);
}
