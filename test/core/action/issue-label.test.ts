import { describe, expect, test } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { isLabelled, issueLabel, labelFields } from '../../../lib/core/action/issue-label.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import type { Action } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../support/proposal.ts';
import { testActionType } from './suite.ts';

const least = { number: 7, labels: ['Incident'] };
const { action: base } = buildProposal({ action: { type: issueLabel.type, input: least } }).proposal;
const withInput = (input: JsonObject): Action => ({ ...base, input: { ...least, ...input } });
const full = withInput({ labels: ['Incident', 'payments'] });

testActionType({
  type: issueLabel,
  full,
  least: base,
  withText: (text) => withInput({ labels: [`x ${text}`.slice(0, 50)] }),
  marked: false,
});

describe('labels to add', () => {
  test.each<readonly [string, string, JsonValue]>([
    ['number', 'number', 0],
    ['labels', 'labels', []],
    ['labels', 'labels', ['a', 'A']],
    ['labels', 'labels[0]', ['']],
    ['labels', 'labels[0]', ['countersign: done']],
  ])('are refused with another %s (%#)', (name, path, value) => {
    const checked = checkAction(withInput({ [name]: value }));
    expect(checked.ok ? [] : checked.fault.faults.map((fault) => fault.path)).toEqual([
      `action.input.${path}`,
    ]);
  });

  test('are told by name', () => {
    expect(issueLabel.sentence(full)).toBe(
      'add the labels `Incident` and `payments` to `#7` in `acme/payments`',
    );
    expect(issueLabel.sentence(base)).toBe('add the label `Incident` to `#7` in `acme/payments`');
    expect(issueLabel.preview(full)).toEqual([{ label: 'The labels to add', text: 'Incident\npayments' }]);
  });

  test('are there whatever their case, and others beside them do not count', () => {
    expect(isLabelled(full, ['PAYMENTS', 'other', 'incident'])).toBe(true);
    expect(isLabelled(full, ['payments'])).toBe(false);
    expect(labelFields(full, { number: 7, labels: ['PAYMENTS', 'other', 'incident'] })).toEqual(
      issueLabel.expected(full, ''),
    );
    expect(labelFields(full, { number: 7, labels: ['payments'] })).not.toEqual(issueLabel.expected(full, ''));
  });
});
