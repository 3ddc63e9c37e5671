import { describe, expect, it, test } from 'vitest';
import { dependencies } from '../../tools/fence/dependencies.ts';
import { faultsOf } from './planted.ts';

const integrity = 'sha512-x';
const base = {
  manifest: { dependencies: { yaml: '2.9.1' }, devDependencies: { vitest: '5.1.2' } },
  lock: {
    packages: {
      '': { name: 'x' },
      'node_modules/yaml': {
        version: '2.9.1',
        license: 'ISC',
        integrity,
        resolved: 'https://registry.example.org/yaml/-/yaml-2.9.1.tgz',
      },
      'node_modules/vitest': { version: '5.1.2', license: 'MIT', integrity, dev: true },
      'node_modules/deep': { version: '1.0.0', license: 'MPL-2.0', integrity, dev: true },
      'node_modules/own': { link: true, resolved: 'tools/own' },
    },
  },
  list: {
    direct: {
      yaml: { version: '2.9.1', licence: 'ISC', reason: 'Reads bundles strictly.' },
      vitest: { version: '5.1.2', licence: 'MIT', reason: 'The test runner.' },
    },
    licences: {},
    scripts: {},
  },
};

/** The base with one change, as files. */
function filesOf(change: (files: typeof base) => void): Readonly<Record<string, string>> {
  const files = structuredClone(base);
  change(files);
  return {
    'package.json': JSON.stringify(files.manifest),
    'package-lock.json': JSON.stringify(files.lock),
    'tools/dependencies.json': JSON.stringify(files.list),
  };
}

test('known, exact, licensed dependencies have no faults', () => {
  expect(
    faultsOf(
      dependencies,
      filesOf(() => undefined),
    ),
  ).toEqual([]);
});

describe('a careless dependency is found:', () => {
  it.each<[string, (files: typeof base) => void, string]>([
    [
      'a range',
      (files) => (files.manifest.dependencies.yaml = '^2.9.1'),
      'yaml has no exact version: ^2.9.1',
    ],
    ['a tag', (files) => (files.manifest.dependencies.yaml = 'latest'), 'yaml has no exact version: latest'],
    [
      'one that is not listed',
      (files) => Object.assign(files.manifest.dependencies, { zod: '4.6.7' }),
      'zod 4.6.7 is not listed with this version',
    ],
    [
      'one that is listed and gone',
      (files) => Object.assign(files.manifest, { devDependencies: {} }),
      'vitest is listed and not used',
    ],
    [
      'another version in the lock',
      (files) => (files.lock.packages['node_modules/yaml'].version = '2.9.0'),
      'yaml is locked to another version',
    ],
    [
      'another licence than listed',
      (files) => (files.lock.packages['node_modules/yaml'].license = 'MIT'),
      'yaml is listed under another licence than MIT',
    ],
    ['no reason', (files) => (files.list.direct.yaml.reason = ''), 'yaml has no reason of one line'],
    [
      'a licence that may not come in',
      (files) => (files.lock.packages['node_modules/deep'].license = 'AGPL-3.0'),
      'deep has the licence AGPL-3.0',
    ],
    [
      'a tool’s licence in what is shipped',
      (files) => (files.lock.packages['node_modules/deep'].dev = false),
      'deep has the licence MPL-2.0',
    ],
    [
      'a script at install',
      (files) => Object.assign(files.lock.packages['node_modules/deep'], { hasInstallScript: true }),
      'deep runs a script at install',
    ],
    [
      'no digest',
      (files) => (files.lock.packages['node_modules/deep'].integrity = ''),
      'deep is locked without its digest',
    ],
    ...[
      'git+https://example.org/x',
      'http://registry.example.org/deep/-/deep-1.0.0.tgz',
      'https://example.org/releases/download/v1.0.0/deep.tgz',
      'https://registry.example.org/other/-/other-1.0.0.tgz',
    ].map((resolved): [string, (files: typeof base) => void, string] => [
      `another source, ${resolved}`,
      (files) => Object.assign(files.lock.packages['node_modules/deep'], { resolved }),
      'deep comes from elsewhere than a registry',
    ]),
  ])('%s', (_, change, what) => {
    expect(faultsOf(dependencies, filesOf(change)).join('\n')).toContain(what);
  });
});
