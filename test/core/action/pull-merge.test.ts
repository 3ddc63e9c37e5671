import { describe, expect, test } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { compareFields } from '../../../lib/core/action/compare.ts';
import { markerOf } from '../../../lib/core/action/marker.ts';
import { mergeFields, pullMerge } from '../../../lib/core/action/pull-merge.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import type { Action } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../support/proposal.ts';
import { testActionType } from './suite.ts';

const head = 'a'.repeat(40);
const marker = markerOf('b'.repeat(64));
const least = { number: 7, head, base: 'refs/heads/main', method: 'merge', title: 'Merge', message: '' };
const { action: base } = buildProposal({ action: { type: pullMerge.type, input: least } }).proposal;
const withInput = (input: JsonObject): Action => ({ ...base, input: { ...least, ...input } });
const full = withInput({ method: 'squash', message: 'It was tested.' });

testActionType({
  type: pullMerge,
  full,
  least: base,
  withText: (text) => withInput({ title: text, message: text }),
});

describe('a merge', () => {
  test.each<readonly [string, JsonValue]>([
    ['number', 0],
    ['head', 'abc123'],
    ['base', 'main'],
    ['method', 'rebase'],
    ['title', 'two\nlines'],
    ['message', ' text'],
    ['message', 'x'.repeat(10_001)],
  ])('is refused with another %s (%#)', (name, value) => {
    const checked = checkAction(withInput({ [name]: value }));
    expect(checked.ok ? [] : checked.fault.faults.map(({ path }) => path)).toEqual([`action.input.${name}`]);
  });

  test('is told with its commit, and its message is previewed', () => {
    expect(pullMerge.sentence(base)).toBe(
      `merge \`#7\` at the commit \`${head}\` into \`refs/heads/main\` in \`acme/payments\``,
    );
    expect(pullMerge.sentence(full)).toContain('squash and merge `#7`');
    expect(pullMerge.preview(full)).toEqual([
      { label: 'The message of the merge', text: 'Merge\n\nIt was tested.' },
    ]);
    expect(pullMerge.preview(base)).toEqual([{ label: 'The message of the merge', text: 'Merge' }]);
  });

  test('ID-22: differs by field from what was approved', () => {
    const trailer = `Countersign-Effect: ${'b'.repeat(64)}`;
    const seen = { merged: true, head, base: 'main', message: `Merge\n\nIt was tested.\n\n${trailer}` };
    const differing = (twist: object): readonly string[] =>
      compareFields(pullMerge.expected(full, marker), mergeFields(marker, { ...seen, ...twist })).differing;
    expect(differing({})).toEqual([]);
    expect(differing({ merged: false, head: 'c'.repeat(40), base: 'x' })).toEqual(['base', 'head', 'merged']);
    expect(differing({ message: 'Merge\n\nIt was tested.' })).toEqual(['key']);
    expect(differing({ message: `Other\n\n${trailer}` })).toEqual(['message']);
  });
});
