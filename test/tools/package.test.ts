import { describe, expect, it, test } from 'vitest';
import { judgePackage } from '../../tools/check/package-contents.ts';

const files = [
  'LICENSE',
  'README.md',
  'package.json',
  'action.yml',
  'app.yml',
  '.env.example',
  'dist/package.json',
  'dist/action/index.js',
  'dist/action/490.index.js',
  'dist/action/licenses.txt',
  'dist/github/index.js',
  'dist/github/licenses.txt',
  'dist/ops/index.js',
  'dist/ops/licenses.txt',
  'dist/post/index.js',
  'dist/post/licenses.txt',
  'dist/app/main.js',
  'dist/cli/main.js',
  'dist/lib/core/result.js',
  'workflows/incident-response/bundle.yml',
  'workflows/incident-response/runbooks/api.md',
];

test('the package that is meant has no faults', () => {
  expect(judgePackage(files)).toEqual([]);
});

describe('what slips into the package is found:', () => {
  it.each([
    'lib/core/result.ts',
    'dist/lib/core/result.ts',
    'dist/lib/core/result.test.js',
    'dist/cli/test/fixture.js',
    'dist/action/index.js.map',
    'dist/.stamp',
    'test/github/fake.ts',
    '.env',
    'app.pem',
    'data/ledger.sqlite',
    'workflows/incident-response/run.sh',
    'docs/states.md',
  ])('%s', (file) => {
    expect(judgePackage([...files, file])).toEqual([`${file} does not belong into the package`]);
  });
});

describe('what is missing from the package is found:', () => {
  it.each([
    'action.yml',
    'app.yml',
    'dist/package.json',
    'dist/action/index.js',
    'dist/ops/licenses.txt',
    'LICENSE',
  ])('%s', (file) => {
    expect(judgePackage(files.filter((name) => name !== file))).toEqual([
      `${file} is missing from the package`,
    ]);
  });
});
