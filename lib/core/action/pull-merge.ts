import { codeSpan } from '../evidence/fence.ts';
import { object, oneOf, text, type Shape } from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import { line, sha } from '../proposal/grammar.ts';
import type { Action } from '../proposal/proposal.ts';
import { checkInput, checkedInput, issueNumber } from './input.ts';
import { macOf } from './marker.ts';
import { wholeRef } from './precondition.ts';
import type { ActionType } from './type.ts';

const maxMessage = 10_000;

/** The input of `github.pull.merge`. */
export interface MergeInput {
  readonly number: number;
  /** The commit that is merged: GitHub refuses where the pull request leads to another by then. */
  readonly head: string;
  /** The branch that it is merged into, by its whole name. */
  readonly base: string;
  /** A rebase makes no commit of its own by which it could be found again. */
  readonly method: 'merge' | 'squash';
  readonly title: string;
  /** May be empty. */
  readonly message: string;
}

const input: Shape<MergeInput> = object({
  number: issueNumber,
  head: sha,
  base: wholeRef,
  method: oneOf('merge', 'squash'),
  title: line('one visible line of at most 256 characters', 256),
  message: text(
    `a text of at most ${maxMessage} characters without a blank at either end`,
    maxMessage,
    (written) => written.trim() === written,
  ),
});

/** What a merged pull request and its commit say of themselves, as far as it is compared. */
export interface MergeFields {
  readonly merged: boolean;
  readonly head: string;
  /** Short name of the branch. */
  readonly base: string;
  /** The whole message of the commit that the merge made. */
  readonly message: string;
}

/** A merge's fields as they are compared. The message ends with the marker, as a trailer. */
export function mergeFields(marker: string, { merged, head, base, message }: MergeFields): JsonObject {
  const trailer = trailerOf(marker);
  const key = message.endsWith(trailer) ? marker : '';
  return {
    merged,
    head,
    base,
    key,
    message: key === '' ? message : message.slice(0, -trailer.length).trimEnd(),
  };
}

/** The last line of the commit's message, by which the App finds its merge again. */
export function trailerOf(marker: string): string {
  return `Countersign-Effect: ${macOf(marker)}`;
}

/** The commit's message behind its title. */
export function messageOf(action: Action, marker: string): string {
  const { message } = mergeInputOf(action);
  return message === '' ? trailerOf(marker) : `${message}\n\n${trailerOf(marker)}`;
}

/** `github.pull.merge`: merges one pull request at one commit. */
export const pullMerge: ActionType = {
  type: 'github.pull.merge',
  title: 'merge a pull request',
  byDefault: false,
  needs: [
    { name: 'contents', level: 'write' },
    { name: 'pull_requests', level: 'read' },
  ],
  check: checkInput(input),
  sentence: (action) => {
    const { number, head, base, method } = mergeInputOf(action);
    const how = method === 'squash' ? 'squash and merge' : 'merge';
    const what = `${how} ${codeSpan(`#${number}`)} at the commit ${codeSpan(head)} into ${codeSpan(base)}`;
    return `${what} in ${codeSpan(action.target.repository.name)}`;
  },
  preview: (action) => {
    const { title, message } = mergeInputOf(action);
    return [{ label: 'The message of the merge', text: `${title}\n\n${message}`.trimEnd() }];
  },
  expected: (action, marker) => {
    const { head, base, title } = mergeInputOf(action);
    return mergeFields(marker, {
      merged: true,
      head,
      base: base.replace(/^refs\/heads\//, ''),
      message: `${title}\n\n${messageOf(action, marker)}`,
    });
  },
};

/** The input of a checked action. Throws a TypeError for one that the type does not take. */
export function mergeInputOf(action: Action): MergeInput {
  return checkedInput(input, action);
}
