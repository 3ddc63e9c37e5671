import { codeSpan } from '../evidence/fence.ts';
import { inWords } from '../proposal/words.ts';
import type { Precondition } from './precondition.ts';

/**
 * What must still hold right before the write, in trusted Markdown: one clause for each subject, without a full
 * stop. Names and ids stand whole, in code spans.
 */
export function preconditionSentence({ ref, issue, file }: Precondition): string {
  return inWords(
    [
      ...(ref === null ? [] : [`${codeSpan(ref.name)} leads to the commit ${codeSpan(ref.sha)}`]),
      ...(issue === null
        ? []
        : [`the issue ${codeSpan(`#${issue.number}`)} is ${issue.state} and reads as it does now`]),
      ...(file === null
        ? []
        : [`the file ${codeSpan(file.path)} at ${codeSpan(file.ref)} is ${codeSpan(file.sha)}`]),
    ],
    'and',
  );
}
