/** The demo as a person starts it, in an empty folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fromJson } from '../../cli/demo/json.ts';
import type { JsonValue } from '../../lib/core/json/value.ts';

const root = resolve(import.meta.dirname, '../..');

/** A demo that was played to its end. */
export interface Played {
  readonly code: number | null;
  readonly stdout: string;
  /** What it told. */
  readonly story: string;
  /** What it printed for machines; null where that is no JSON. */
  readonly report: JsonValue;
  /** Everything that it may leave is below this folder; its pages are in `pages`. */
  readonly home: string;
  page(name: string): string;
  remove(): void;
}

/** Plays one with `--json`. */
export async function playDemo(...flags: readonly string[]): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-demo-test-'));
  const out = join(home, 'pages');
  const given = ['demo', '--json', '--out', out, ...flags];
  const child = spawn(process.execPath, [join(root, 'cli', 'main.ts'), ...given], {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  await once(child, 'close');
  return {
    code: child.exitCode,
    stdout: text.stdout,
    story: text.stderr,
    report: child.exitCode === 0 ? fromJson(text.stdout.trimEnd().split('\n').at(-1) ?? '') : null,
    home,
    page: (name) => readFileSync(join(out, name), 'utf8'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
