import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { digestsUnder } from '../../tools/check/rebuild.ts';
import { runOrThrow } from '../../tools/run.ts';

const root = resolve(import.meta.dirname, '..', '..');
const out = 'build/of-a-test';

function build(): Promise<string> {
  return runOrThrow(process.execPath, ['tools/build.ts', '--if-stale', '--out', out], root);
}

function forget(): void {
  rmSync(join(root, out), { recursive: true, force: true });
  rmSync(join(root, 'build', `stamp-${out.replaceAll(/\W/g, '-')}`), { force: true });
}

afterAll(forget);

test('two builds at once: one builds, the other finds it done, and nothing is half written', async () => {
  forget();
  const said = await Promise.all([build(), build()]);
  expect(said.toSorted()).toEqual([
    expect.stringMatching(/^build: build\/of-a-test done in \d+\.\d s\n$/),
    'build: build/of-a-test is up to date\n',
  ]);
  const built = digestsUnder(join(root, out));
  expect([...built.keys()]).toEqual(
    expect.arrayContaining([
      'package.json',
      'action/index.js',
      'ops/index.js',
      'github/index.js',
      'post/index.js',
    ]),
  );
  expect(
    [...built.keys()].filter((name) => !/\.js$|^package\.json$|licenses\.txt$|\/package\.json$/.test(name)),
  ).toEqual([]);
}, 180_000);

test('the shipped files name no path of the machine that built them', () => {
  const text = readFileSync(join(root, 'dist/action/index.js'), 'utf8');
  expect(text.includes(root)).toBe(false);
});

test('the bundler replaced no file of ours by a stub', () => {
  // `new URL('…', import.meta.url)` would come out as a small file beside the bundle, under another name.
  const names = [
    ...digestsUnder(join(root, 'dist/action')).keys(),
    ...digestsUnder(join(root, 'dist/ops')).keys(),
    ...digestsUnder(join(root, 'dist/post')).keys(),
  ];
  expect(names.filter((name) => !/^((\d+\.)?index\.js|licenses\.txt|package\.json)$/.test(name))).toEqual([]);
  expect(existsSync(join(root, 'dist/action/licenses.txt'))).toBe(true);
});
