import { describe, expect, test } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { actionTypes } from '../../../lib/core/action/types.ts';
import { issueCreate, issueFields } from '../../../lib/core/action/issue-create.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';
import type { Action } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../support/proposal.ts';
import { testActionType } from './suite.ts';

const base = buildProposal().proposal.action;
const least = { title: 'a', body: '', labels: [], assignees: [] };
const withInput = (input: { readonly [name: string]: JsonValue }): Action => ({
  ...base,
  input: { ...base.input, ...input },
});
const pathsOf = (input: { readonly [name: string]: JsonValue }): readonly string[] => {
  const checked = checkAction(withInput(input));
  return checked.ok ? [] : checked.fault.faults.map(({ path }) => path);
};

testActionType({
  type: issueCreate,
  full: withInput({ assignees: ['octo-kim', 'octo-ana'] }),
  least: withInput(least),
  withText: (text) => withInput({ title: text, body: text, labels: [`x ${text}`.slice(0, 50)] }),
});

describe('the input of a new issue', () => {
  test.each<readonly [string, string, JsonValue]>([
    ['title', 'empty', ''],
    ['title', 'blank', ' '],
    ['title', 'GitHub would trim it', 'a '],
    ['title', 'two lines', 'a\nb'],
    ['title', 'a tab', 'a\tb'],
    ['title', 'EV-29: 257 characters', 'a'.repeat(257)],
    ['body', 'EV-16: 60,001 bytes', 'a'.repeat(60_001)],
    ['body', 'EV-16: 60,001 bytes in 20,001 characters', '€'.repeat(20_001)],
    ['labels', 'the same twice', ['a', 'a']],
    ['labels', 'the same twice in another case', ['Incident', 'incident']],
    ['labels', '21 of them', Array.from({ length: 21 }, (_, index) => `l${index}`)],
    ['labels[0]', 'empty', ['']],
    ['labels[0]', '51 characters', ['a'.repeat(51)]],
    ['labels[0]', 'GitHub would trim it', [' a']],
    ['labels[0]', 'one of ours', ['countersign']],
    ['labels[0]', 'one of ours in another case', ['Countersign: awaiting approval']],
    ['assignees', 'the same twice in another case', ['octo-kim', 'Octo-Kim']],
    ['assignees', '11 of them', Array.from({ length: 11 }, (_, index) => `u${index}`)],
    ['assignees[0]', 'no login', ['octo kim']],
    ['assignees[0]', 'a mention', ['@octo-kim']],
  ])('%s is refused: %s', (path, _, value) => {
    const [name = ''] = path.split('[');
    expect(pathsOf({ [name]: value })).toEqual([`action.input.${path}`]);
  });

  test('is taken up to its bounds', () => {
    expect(
      pathsOf({
        title: 'a'.repeat(256),
        body: 'ä'.repeat(30_000),
        labels: Array.from({ length: 20 }, (_, index) => `${'l'.repeat(48)}${index + 10}`),
        assignees: Array.from({ length: 10 }, (_, index) => `${'u'.repeat(38)}${index}`),
      }),
    ).toEqual([]);
  });

  test('lists all faults together, each with its place', () => {
    expect(pathsOf({ title: '', labels: ['a', ''], body: `x ghp_${'aB3'.repeat(14)}` })).toEqual([
      'action.input.body',
      'action.input.title',
      'action.input.labels[1]',
    ]);
  });

  test('EV-26: members are named in visible words, at any depth', () => {
    expect(pathsOf({ more: { 'a\u202e': ['b\u202e'] } })).toEqual([
      'action.input.more.(name)',
      'action.input.more.a\u202e[0]',
      'action.input.more',
    ]);
  });

  test('an action of a type that nobody knows is refused with the types there are', () => {
    expect(checkAction({ ...base, type: '__proto__' })).toEqual({
      ok: false,
      fault: {
        code: 'action_unknown',
        faults: [{ path: 'action.type', expected: [...actionTypes.keys()].join(' or ') }],
      },
    });
  });
});

describe('a new issue', () => {
  test('is told with its labels and assignees', () => {
    expect(
      issueCreate.sentence(withInput({ labels: ['incident'], assignees: ['octo-kim', 'octo-ana'] })),
    ).toBe(
      'create the issue `payments: 5xx above 10 %` in `acme/payments`, with the label `incident`, assigned to `octo-kim` and `octo-ana`',
    );
    expect(issueCreate.sentence(withInput(least))).toBe('create the issue `a` in `acme/payments`');
  });

  test('is previewed as it will stand', () => {
    expect(issueCreate.preview(withInput({ body: 'one\ntwo' }))).toEqual([
      { label: 'The text of the new issue', text: 'one\ntwo' },
    ]);
  });

  test('is expected open, its text closed by the marker, names sorted without regard to case', () => {
    const action = withInput({ body: 'text', labels: ['b', 'A'], assignees: ['Kim', 'ana'] });
    expect(issueCreate.expected(action, '<!-- m -->')).toEqual({
      title: 'payments: 5xx above 10 %',
      body: 'text\n\n<!-- m -->',
      labels: ['a', 'b'],
      assignees: ['ana', 'kim'],
      state: 'open',
    });
  });

  test('reads back in the same form, whatever order and case GitHub answers in', () => {
    const observed = { title: 't', body: 'b', labels: ['B', 'a'], assignees: ['ana', 'KIM'], state: 'open' };
    expect(issueFields(observed)).toEqual({ ...observed, labels: ['a', 'b'], assignees: ['ana', 'kim'] });
  });
});
