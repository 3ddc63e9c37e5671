import { describe, expect, test } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { compareFields } from '../../../lib/core/action/compare.ts';
import { macOf, markerOf } from '../../../lib/core/action/marker.ts';
import {
  dispatchFields,
  namesItsRun,
  pinnedSha,
  workflowDispatch,
} from '../../../lib/core/action/workflow-dispatch.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import type { Action } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../support/proposal.ts';
import { testActionType } from './suite.ts';

const main = 'refs/heads/main';
const sha = 'a'.repeat(40);
const mac = 'b'.repeat(64);
const least = { workflow: 'rollback.yml', ref: main, inputs: {} };
const { action: base } = buildProposal({
  action: { type: 'github.workflow.dispatch', input: least },
}).proposal;
const withInput = (input: JsonObject): Action => ({ ...base, input: { ...least, ...input } });
const full: Action = {
  ...withInput({ inputs: { service: 'payments', version: '1.2.3' } }),
  precondition: { ref: { name: main, sha } },
};
const pathsOf = (input: JsonObject): readonly string[] => {
  const checked = checkAction(withInput(input));
  return checked.ok ? [] : checked.fault.faults.map(({ path }) => path);
};

testActionType({
  type: workflowDispatch,
  full,
  least: base,
  withText: (text) => withInput({ inputs: { service: text } }),
});

describe('the input of a workflow’s start', () => {
  test.each<readonly [string, string, string, JsonValue]>([
    ['a path', 'workflow', 'workflow', '../rollback.yml'],
    ['no YAML file', 'workflow', 'workflow', 'rollback.sh'],
    ['a number', 'workflow', 'workflow', 7],
    ['a bare commit', 'ref', 'ref', sha],
    ['a short name', 'ref', 'ref', 'main'],
    ['a pull request’s ref', 'ref', 'ref', 'refs/pull/1/head'],
    ['no object', 'inputs', 'inputs', []],
    ['a number as a value', 'inputs', 'inputs.a', { a: 1 }],
    ['a long value', 'inputs', 'inputs.a', { a: 'x'.repeat(4097) }],
    ['the input that carries the key', 'inputs', 'inputs.(name)', { countersign: 'x' }],
    ['it in another case', 'inputs', 'inputs.(name)', { Countersign: 'x' }],
    ['an input’s name with a blank', 'inputs', 'inputs.(name)', { 'a b': 'x' }],
    ['25 inputs', 'inputs', 'inputs', many(25, 'x')],
    ['more than 60,000 characters', 'inputs', 'inputs', many(15, 'x'.repeat(4096))],
  ])('is refused: %s as %s', (_, name, path, value) => {
    expect(pathsOf({ [name]: value })).toEqual([`action.input.${path}`]);
  });

  test('is taken up to its bounds', () => {
    expect(pathsOf({ inputs: many(24, 'x'), ref: 'refs/tags/v1', workflow: 'a.yaml' })).toEqual([]);
  });
});

describe('a workflow’s start', () => {
  test('is told with its inputs, which are shown as they are sent', () => {
    expect(workflowDispatch.sentence(full)).toBe(
      'start the workflow `rollback.yml` at `refs/heads/main` in `acme/payments`, with the inputs `service` and `version`',
    );
    expect(workflowDispatch.sentence(withInput({ inputs: { service: 'x' } }))).toContain(
      'with the input `service`',
    );
    expect(workflowDispatch.sentence(base)).toBe(
      'start the workflow `rollback.yml` at `refs/heads/main` in `acme/payments`',
    );
    expect(workflowDispatch.preview(withInput({ inputs: { a: 'x\nb: "y"', b: 'z' } }))).toEqual([
      { label: 'The inputs of the workflow', text: 'a: "x\\nb: \\"y\\""\nb: "z"' },
    ]);
    expect(workflowDispatch.preview(base)).toEqual([]);
  });

  test('is expected to end well, at the pinned commit, under a name that holds the key', () => {
    const run = { path: '.github/workflows/rollback.yml', ref: 'main', sha, event: 'workflow_dispatch' };
    const observed = { ...run, name: `Roll back (${mac})`, conclusion: 'success' };
    const expected = workflowDispatch.expected(full, markerOf(mac));
    const differing = (twist: object): readonly string[] =>
      compareFields(expected, dispatchFields(full, markerOf(mac), { ...observed, ...twist })).differing;
    expect(differing({})).toEqual([]);
    expect(differing({ conclusion: 'failure' })).toEqual(['conclusion']);
    expect(differing({ sha: 'c'.repeat(40) })).toEqual(['sha']);
    expect(differing({ name: 'Roll back' })).toEqual(['key']);
    expect(differing({ ref: 'other', path: 'x.yml', event: 'push' })).toEqual(['event', 'ref', 'workflow']);
  });

  test('compares no commit where nothing pins the ref that is started', () => {
    expect(pinnedSha(full)).toBe(sha);
    expect(pinnedSha(base)).toBeNull();
    expect(pinnedSha({ ...full, precondition: { ref: { name: 'refs/heads/other', sha } } })).toBeNull();
    expect(pinnedSha({ ...full, precondition: { file: { path: 'a', ref: main, sha } } })).toBeNull();
    expect(workflowDispatch.expected(base, markerOf(mac))).not.toHaveProperty('sha');
  });
});

describe('a workflow', () => {
  const on = 'on:\n  workflow_dispatch:\n    inputs:\n      countersign:\n';
  const key = '${{ inputs.countersign }}';
  test.each([
    ['on one line', `run-name: Roll back ${key}\n${on}`],
    ['in quotes, behind a number sign', `run-name: "Roll back #1 ${key}"\n${on}`],
    ['by the event’s inputs', `${on}run-name: \${{ github.event.inputs.countersign }}`],
    ['on several lines', `run-name: >\n  Roll back\n  ${key}\n${on}`],
    ['within an expression', `run-name: \${{ format('{0}', inputs.countersign) }}\r\n${on}`],
  ])('names its run by the key %s', (_, text) => {
    expect(namesItsRun(text)).toBe(true);
  });

  test.each([
    ['without a name', on],
    ['without the input', `run-name: ${key}\non: workflow_dispatch\n`],
    ['that names a step so', `${on}jobs:\n  run-name: ${key}\n`],
    ['that comments on it only', `run-name: Roll back # ${key}\n${on}`],
    ['whose key stands in no expression', `run-name: inputs.countersign\n${on}`],
    ['whose input has a longer name', `run-name: \${{ inputs.countersigned }}\n${on}`],
    ['whose key stands further down', `run-name: a\n${on}env:\n  a: ${key}\n`],
  ])('%s does not name its run by the key', (_, text) => {
    expect(namesItsRun(text)).toBe(false);
  });
});

test('a marker gives its MAC, and another text none', () => {
  expect(macOf(markerOf(mac))).toBe(mac);
  expect(macOf(`${markerOf(mac)} `)).toBe('');
  expect(macOf(mac)).toBe('');
});

function many(count: number, value: string): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, value]));
}
