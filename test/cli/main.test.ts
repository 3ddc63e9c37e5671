import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fromJson, textAt } from '../../cli/demo/json.ts';
import { commands, demoFlags, usage } from '../../cli/commands.ts';

const root = resolve(import.meta.dirname, '../..');

function run(
  given: readonly string[],
  node: readonly string[] = [],
): { code: number | null; out: string; err: string } {
  const ran = spawnSync(process.execPath, [...node, join(root, 'cli', 'main.ts'), ...given], {
    encoding: 'utf8',
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

test('help and the bare command show the usage', () => {
  for (const given of [[], ['help'], ['--help'], ['-h'], ['demo', '--help']]) {
    expect(run(given)).toEqual({ code: 0, out: usage(), err: '' });
  }
});

test('a reader that has had enough ends no command with a fault', () => {
  const command = `"${process.execPath}" "${join(root, 'cli', 'main.ts')}" help; echo "$?" >&2`;
  const ran = spawnSync('sh', ['-c', `{ ${command}; } | true`], { encoding: 'utf8' });
  expect(ran.stderr).toBe('0\n');
});

test('the usage names every command and every flag, in at most 80 columns', () => {
  for (const name of Object.keys(commands)) expect(usage()).toMatch(new RegExp(`^  ${name} `, 'm'));
  for (const name of Object.keys(demoFlags)) expect(usage()).toContain(`--${name}`);
  for (const line of usage().split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('the version is the package’s', () => {
  const version = textAt(fromJson(readFileSync(join(root, 'package.json'), 'utf8')), 'version');
  expect(run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('an unknown command, flag or argument is answered with what is wrong, the usage, and exit code 2', () => {
  for (const [given, what] of [
    [['approve'], 'there is no command "approve"'],
    [['toString'], 'there is no command "toString"'],
    [['demo', '--fast'], "Unknown option '--fast'"],
    [['demo', 'now'], "Unexpected argument 'now'"],
    [['demo', '--json', '--interactive'], '--json and --interactive exclude each other'],
    [['demo', '--scenario', 'hotel'], 'there is no scenario "hotel": it is one of incident, rollback'],
    [['demo', '--scenario', 'toString'], 'there is no scenario "toString"'],
    [['demo', '--out'], "Option '--out <value>' argument missing"],
    [['serve', '--port'], 'serve takes no flags'],
    [['rebuild', 'payments'], 'rebuild takes repositories as owner/name'],
    [['rebuild', '--out'], "Unknown option '--out'"],
  ] as const) {
    const ran = run(given);
    expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: '' });
    expect(ran.err).toContain(what);
    expect(ran.err).toContain('Usage: countersign');
  }
});

test('an older Node is told plainly what is needed, before anything is loaded', () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.5' } })";
  const ran = run(['demo'], ['--import', `data:text/javascript,${encodeURIComponent(old)}`]);
  expect(ran).toEqual({
    code: 1,
    out: '',
    err: 'countersign needs Node 24 or newer, and this is 20.19.5. See https://nodejs.org.\n',
  });
});
