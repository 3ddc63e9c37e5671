import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { canonicalSmall } from '../../bench/measure/canonical-small.ts';

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly stderr: string;
}

async function bench(...given: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['bench/main.ts', ...given], { stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (text.stderr += chunk));
  const code = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  return { code, lines: text.stdout.trimEnd().split('\n'), stderr: text.stderr };
}

describe('the benchmark as it is run', () => {
  it('prints a table and ends with the JSON line of what was chosen, its exit code what the line says', async () => {
    const { code, lines, stderr } = await bench('canonical.small', '--rounds', '3', '--json');
    const last: Readonly<Record<string, { readonly bound: number; readonly holds: boolean }>> = JSON.parse(
      lines.at(-1) ?? '',
    );
    expect(Object.keys(last)).toEqual(canonicalSmall.names);
    expect(lines.some((line) => line.includes('JSON.stringify and sha256'))).toBe(true);
    // Three rounds on a busy machine say nothing about the bounds: only that code and line agree.
    expect(code).toBe(Object.values(last).every(({ holds }) => holds) ? 0 : 1);
    expect(stderr).toBe('');
  });

  it('runs the bundled Action and its evidence client, once each', async () => {
    const words = ['render', 'gather.stdio20', 'action.requests'];
    const { lines, stderr } = await bench(...words, '--rounds', '1', '--json');
    const last: Readonly<Record<string, { readonly value: number; readonly holds: boolean }>> = JSON.parse(
      lines.at(-1) ?? '',
    );
    expect(Object.keys(last)).toEqual(['render.fullMs', 'gather.stdio20', 'action.requests']);
    // A count is no question of the machine.
    expect(last['action.requests']).toMatchObject({ value: 5, holds: true });
    expect(stderr).toBe('');
  }, 60_000);

  it.each([
    [
      'a word that names no measure',
      ['canonicle'],
      'no measure is named canonicle; there are canonical.small',
    ],
    ['a count that is none', ['canonical', '--rounds', '0'], '--rounds takes a count'],
    ['an option that it does not have', ['--fast'], "Unknown option '--fast'"],
  ])('refuses %s', async (_, given, why) => {
    const { code, lines, stderr } = await bench(...given);
    expect([code, lines]).toEqual([2, ['']]);
    expect(stderr).toContain(`bench: ${why}`);
  });
});
