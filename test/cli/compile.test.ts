import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countersign } from '../action/support/real-servers.ts';

const root = resolve('.');

describe('every bundle of this repository', () => {
  const bundles = readdirSync('workflows');

  it.each(bundles)(
    '%s has its lock, its caller and its page beside it, and the lock is up to date',
    (bundle) => {
      const files = readdirSync(`workflows/${bundle}`);
      expect(files).toEqual(
        expect.arrayContaining(['bundle.yml', 'bundle.lock.json', 'caller.yml', 'README.md']),
      );
      expect(countersign(root, 'compile', '--check', `workflows/${bundle}`)).toEqual({
        code: 0,
        stdout: `${bundle}: bundle.lock.json is up to date\n`,
        stderr: '',
      });
    },
  );
});

describe('what can’t be compiled is told and nothing is started', () => {
  it.each([
    [['compile'], 2, 'compile takes one bundle’s folder'],
    [['compile', 'a', 'b'], 2, 'compile takes one bundle’s folder'],
    [['compile', '--force', 'a'], 2, '--force'],
    [['tools'], 2, 'tools takes one bundle’s folder'],
    [['tools', '../elsewhere'], 2, 'the bundle’s folder must lie below the working directory'],
    [['compile', '.'], 2, 'the bundle’s folder must lie below the working directory'],
    [['compile', 'workflows/nothing'], 1, 'workflows/nothing:1:1 (file): expected a folder that is there'],
    [['compile', 'workflows/..%2f'], 1, 'a bundle’s id'],
    [['tools', 'lib/core'], 1, 'lib/core/bundle.yml:1:1 (file): expected a file bundle.yml'],
  ])('%j', (given, code, says) => {
    const result = countersign(root, ...given);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(says);
  });

  it.each(['compile', 'tools'])('%s --help shows the usage', (command) => {
    expect(countersign(root, command, '--help').stdout).toContain('Usage: countersign');
  });
});
