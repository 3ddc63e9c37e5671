import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFolder } from '../../../lib/adapters/export-folder/export-folder.ts';
import type { Exports } from '../../../lib/core/port/exports.ts';

let folder = '';
let exports: Exports;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exports-'));
  exports = exportFolder(join(folder, 'kept', 'here'), '71');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = { repositoryId: '701', run: '701-8809-1-01234567', hash: 'a'.repeat(64) };
const kept = (): string => join(folder, 'kept', 'here', '701');
const file = (): string => join(kept(), `${run.run}-${run.hash}.jsonl`);

describe('an export', () => {
  test('is kept under repository, run and hash, for the App’s user alone', async () => {
    expect(await exports.keep({ ...run, text: 'first\n' })).toEqual({ ok: true, value: null });
    expect(readFileSync(file(), 'utf8')).toBe('first\n');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(kept()).mode & 0o777).toBe(0o700);
  });

  test('replaces the earlier one of its run, and leaves nothing beside it', async () => {
    for (const text of ['first\n', 'first\n', 'second\n']) await exports.keep({ ...run, text });
    expect(readdirSync(kept())).toEqual([`${run.run}-${run.hash}.jsonl`]);
    expect(await exports.find(run)).toBe('second\n');
    await exports.keep({ ...run, hash: 'b'.repeat(64), text: 'another run’s' });
    expect(await exports.find(run)).toBe('second\n');
  });

  test('that is not there is null', async () => {
    expect(await exports.find(run)).toBeNull();
  });

  test.each([
    { ...run, run: '../../escape' },
    { ...run, repositoryId: '..' },
    { ...run, hash: 'A'.repeat(64) },
  ])('never leads out of its folder: %o', async (named) => {
    await expect(exports.keep({ ...named, text: 'x' })).rejects.toThrow(TypeError);
    await expect(exports.find(named)).rejects.toThrow(TypeError);
  });
});

describe('ID-14: a place that takes nothing', () => {
  test('is told with the system’s own code, and nothing is there', async () => {
    mkdirSync(join(folder, 'kept'), { recursive: true });
    writeFileSync(join(folder, 'kept', 'here'), 'a file in its place');
    const answer = await exports.keep({ ...run, text: 'x' });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'failed' } });
    expect(JSON.stringify(answer)).not.toContain(folder);
  });

  test('half way keeps the earlier export whole', async () => {
    await exports.keep({ ...run, text: 'first\n' });
    const module = pathToFileURL(resolve('lib/adapters/export-folder/export-folder.ts')).href;
    const script = `
      import { exportFolder } from ${JSON.stringify(module)};
      const exports = exportFolder(${JSON.stringify(join(folder, 'kept', 'here'))}, '71');
      const answer = await exports.keep({ ...${JSON.stringify(run)}, text: 'x'.repeat(2_000_000) });
      console.log(JSON.stringify(answer));`;
    // 512-byte blocks: no file may grow beyond 512 KiB.
    const command = 'ulimit -f 1024; exec "$0" --input-type=module -e "$1"';
    const said = execFileSync('/bin/sh', ['-c', command, process.execPath, script], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual({ ok: false, fault: { code: 'failed', what: 'EFBIG' } });
    expect(readdirSync(kept())).toHaveLength(1);
    expect(await exports.find(run)).toBe('first\n');
  });
});
