import { expect, test } from 'vitest';
import { checkWorkflows } from '../../tools/check/workflow-files.ts';
import { treeOf } from '../../tools/fence/tree.ts';

const path = '.github/workflows/ci.yml';
const workflow =
  'on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo 1\n';

test('a valid workflow has no faults', async () => {
  expect(await checkWorkflows(treeOf({ [path]: workflow }))).toEqual([]);
});

test('a scope that does not exist is found', async () => {
  const text = workflow.replace('permissions: {}', 'permissions: { issue: write }');
  expect(await checkWorkflows(treeOf({ [path]: text }))).toEqual([expect.stringContaining(`${path}:2:16`)]);
});

test('a runner that does not exist is found', async () => {
  const text = workflow.replace('ubuntu-24.04', 'ubuntu-99.04');
  expect(await checkWorkflows(treeOf({ [path]: text }))).toHaveLength(1);
});

test('a house without workflows has not passed', async () => {
  expect(await checkWorkflows(treeOf({}))).toEqual(['there is no workflow file']);
});
