import { describe, expect, test } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { commentFields, issueComment } from '../../../lib/core/action/issue-comment.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import type { Action } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../support/proposal.ts';
import { testActionType } from './suite.ts';

const least = { number: 7, body: 'Rolled back.' };
const { action: base } = buildProposal({ action: { type: issueComment.type, input: least } }).proposal;
const withInput = (input: JsonObject): Action => ({ ...base, input: { ...least, ...input } });

testActionType({ type: issueComment, full: base, least: base, withText: (body) => withInput({ body }) });

describe('a comment', () => {
  test.each<readonly [string, JsonValue]>([
    ['number', 0],
    ['number', 1.5],
    ['number', '7'],
    ['body', ''],
    ['body', ' \n '],
    ['body', '€'.repeat(20_001)],
  ])('is refused with another %s (%#)', (name, value) => {
    const checked = checkAction(withInput({ [name]: value }));
    expect(checked.ok ? [] : checked.fault.faults.map(({ path }) => path)).toEqual([`action.input.${name}`]);
  });

  test('is told, previewed as it will stand, and expected with the marker below it', () => {
    expect(issueComment.sentence(base)).toBe('comment on `#7` in `acme/payments`');
    expect(issueComment.preview(base)).toEqual([
      { label: 'The text of the new comment', text: 'Rolled back.' },
    ]);
    expect(issueComment.expected(base, '<!-- m -->')).toEqual(
      commentFields({ number: 7, body: 'Rolled back.\n\n<!-- m -->' }),
    );
  });
});
