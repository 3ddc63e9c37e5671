import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { zip } from '../../../lib/adapters/artifact/archive.ts';
import type { KeptFile } from '../../../lib/core/port/artifacts.ts';

const file = (name: string, ...pieces: readonly string[]): KeptFile => ({ name, pieces: () => pieces });

/** Unpacks with a program that nobody here wrote. */
function unpack(archive: Buffer, names: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.zip'), archive);
  execFileSync('unzip', ['-q', join(folder, 'a.zip'), '-d', join(folder, 'out')]);
  return names.map((name) => readFileSync(join(folder, 'out', name), 'utf8'));
}

describe('an archive', () => {
  test('is one that others read, file by file', async () => {
    const texts = ['{"a":1}', '', 'ünïcode 🦊 '.repeat(2_000)];
    const files = [
      file('01-status.json', '{"a"', ':1}'),
      file('02-empty.json'),
      file('03-long.json', ...Array.from({ length: 2_000 }, () => 'ünïcode 🦊 ')),
    ];
    const archive = await zip(files);
    if (archive === null) throw new Error('too large');
    expect(
      unpack(
        archive,
        files.map(({ name }) => name),
      ),
    ).toEqual(texts);
    expect(archive.length).toBeLessThan(2_000);
  });

  test('is the same bytes for the same files', async () => {
    const files = [file('a', 'x'.repeat(1_000)), file('b', 'y')];
    expect(await zip(files)).toEqual(await zip(files));
  });

  test('EV-16: holds so many bytes and not one more, over all files', async () => {
    const files = [file('a', 'x'.repeat(6)), file('b', 'é')];
    expect(await zip(files, 8)).not.toBeNull();
    expect(await zip(files, 7)).toBeNull();
  });
});
