import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { fences } from '../../tools/fence/all.ts';
import { judge, readTree, treeOf } from '../../tools/fence/tree.ts';

const house = readTree(resolve(import.meta.dirname, '..', '..'));

describe('in this house', () => {
  it.each(fences.map((fence) => [fence.name, fence] as const))('%s', (_, fence) => {
    const { looked, faults } = judge(fence, house);
    expect(faults).toEqual([]);
    expect(looked).toBeGreaterThan(0);
  });
});

describe('an import planted into this house is found', () => {
  it.each([
    ['Imports go one way', 'lib/core/result.ts', "import 'node:fs';"],
    ['The core is pure and synchronous', 'lib/core/result.ts', 'export const now = () => Date.now();'],
    ['Only the App can approve', 'action/main.ts', "import '../lib/service/countersign.ts';"],
    ['Only the App can approve', 'cli/main.ts', "await import('../lib/service/decide.ts');"],
  ])('%s: %s', (name, path, line) => {
    const fence = fences.find((each) => each.name === name);
    if (fence === undefined) throw new Error(`no fence ${name}`);
    const planted = treeOf({ [path]: `${house.text(path)}\n${line}` }, house);
    expect(judge(fence, planted).faults.map(({ file }) => file)).toContain(path);
  });
});

test('every fence has a name of its own', () => {
  expect(new Set(fences.map(({ name }) => name)).size).toBe(fences.length);
});
