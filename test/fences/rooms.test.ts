import { describe, expect, it, test } from 'vitest';
import { bundling } from '../../tools/fence/bundling.ts';
import { rooms } from '../../tools/fence/rooms.ts';
import { faultsOf } from './planted.ts';

/** A small house in which every import goes the right way. */
const house = {
  'lib/core/a.ts': "import { b } from './json/b.ts';\nexport const a = b;",
  'lib/core/json/b.ts': 'export const b = 1;',
  'lib/core/json/digest.ts': "import { createHash } from 'node:crypto';\nexport const digest = createHash;",
  'lib/service/countersign.ts': "import type { a } from '../core/a.ts';\nexport type C = typeof a;",
  'lib/adapters/store/sqlite.ts': "import 'node:sqlite';\nimport '../../core/a.ts';\nimport './row.ts';",
  'lib/adapters/store/row.ts': 'export {};',
  'lib/adapters/seal/hmac.ts': "import '../../core/a.ts';",
  'app/main.ts': "import 'probot';\nimport '../lib/service/countersign.ts';\nimport '../mcp/http.ts';",
  'mcp/http.ts': "import '../lib/adapters/seal/hmac.ts';",
  'action/main.ts': "import '../lib/core/a.ts';",
  'cli/main.ts': "await import('./demo.ts');",
  'cli/demo.ts': 'export {};',
  'test/free.test.ts': "import '../app/main.ts';\nimport '../cli/demo.ts';",
};

test('a house in which imports go one way has no faults', () => {
  expect(faultsOf(rooms, house)).toEqual([]);
});

describe('an import in the wrong direction is found:', () => {
  it.each([
    ['a part of Node in the core', 'lib/core/a.ts', "import 'node:fs';"],
    ['the digest’s part of Node in another file', 'lib/core/a.ts', "import 'node:crypto';"],
    ['another part of Node in the digest', 'lib/core/json/digest.ts', "import 'node:fs';"],
    ['a package in the core', 'lib/core/a.ts', "import { parse } from 'yaml';"],
    ['a re-export in the core', 'lib/core/a.ts', "export { createHash } from 'node:crypto';"],
    [
      'a type of the service in the core',
      'lib/core/a.ts',
      "import type { C } from '../service/countersign.ts';",
    ],
    [
      'a type written as an import',
      'lib/core/a.ts',
      "export type X = import('../service/countersign.ts').C;",
    ],
    ['an adapter in the core', 'lib/core/a.ts', "export * from '../adapters/seal/hmac.ts';"],
    ['an adapter in the service', 'lib/service/countersign.ts', "import '../adapters/seal/hmac.ts';"],
    ['a package in the service', 'lib/service/countersign.ts', "import 'pino';"],
    ['a sibling adapter', 'lib/adapters/store/row.ts', "import '../seal/hmac.ts';"],
    ['the service in an adapter', 'lib/adapters/store/row.ts', "import '../../service/countersign.ts';"],
    ['a shell in an adapter', 'lib/adapters/store/row.ts', "import '../../../app/main.ts';"],
    ['a shell in another shell', 'cli/demo.ts', "import '../app/main.ts';"],
    ['the MCP handler outside the App’s main file', 'app/door.ts', "import '../mcp/http.ts';"],
    ['the App in the MCP server', 'mcp/http.ts', "export * from '../app/main.ts';"],
    ['a test in a shipped file', 'action/main.ts', "import '../test/free.test.ts';"],
    ['a file that does not exist', 'action/main.ts', "import '../lib/core/none.ts';"],
    ['a dynamic import', 'action/main.ts', "await import('../app/main.ts');"],
    ['a template without holes', 'action/main.ts', 'await import(`../app/main.ts`);'],
    ['a require', 'action/main.ts', "require('../app/main.ts');"],
  ])('%s', (_, path, text) => {
    const faults = faultsOf(rooms, { ...house, [path]: text });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${path}:1 `));
  });
});

test('an import that is no literal can’t be judged and stops the fence', () => {
  const files = { ...house, 'action/main.ts': 'const name = process.argv[2];\nawait import(name);' };
  expect(() => faultsOf(rooms, files)).toThrow('action/main.ts:2: an import that is no literal');
});

test('a file with a syntax error stops the fence', () => {
  expect(() => faultsOf(rooms, { ...house, 'app/main.ts': 'import {' })).toThrow('app/main.ts');
});

test('a house without shipped files is no house that passed', () => {
  expect(faultsOf(rooms, { 'test/free.test.ts': 'export {};' })).toEqual([
    '.:1 the fence found nothing to look at',
  ]);
});

describe('a file of its own that the bundler would replace', () => {
  it.each([
    ['is found', "const file = new URL('../ops/index.js', import.meta.url);", 1],
    ['is left alone where it is no file', "const home = new URL('https://example.org');", 0],
    ['is named by its folder instead', "const file = join(import.meta.dirname, '..', 'ops', 'index.js');", 0],
  ])('%s', (_, text, faults) => {
    expect(faultsOf(bundling, { ...house, 'action/main.ts': text })).toHaveLength(faults);
  });
});
