import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runOrThrow } from '../../tools/run.ts';
import type { Measure } from '../measure.ts';
import { medianRatio } from '../statistics.ts';

const name = 'action.start';

const rounds = 31;
const hangMs = 30_000;

/** How soon the bundled Action works, beside a bundle of its libraries that does nothing at all. */
export const actionStart: Measure = {
  names: [name],
  run: async ({ rounds: chosen }) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-start-'));
    try {
      const root = resolve(import.meta.dirname, '..', '..');
      const ncc = 'node_modules/@vercel/ncc/dist/ncc/cli.js';
      const entry = 'bench/stage/bare-action.js';
      await runOrThrow(
        process.execPath,
        [ncc, 'build', entry, '--out', folder, '--no-cache', '--quiet'],
        root,
      );
      const [ours, bare]: readonly [number[], number[]] = [[], []];
      for (let round = -1; round < (chosen ?? rounds); round += 1) {
        const turns = [
          async () => ours.push(await untilLine(resolve(root, 'dist/action/index.js'), folder)),
          async () => bare.push(await untilLine(join(folder, 'index.js'), folder)),
        ];
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
        // The first of each reads its files from the disk.
        if (round < 0) for (const samples of [ours, bare]) samples.length = 0;
      }
      return {
        load: 'action.start: process started, to the line `Reading the bundle` of the Action, to the end of the other; wall time',
        rows: [
          { what: 'the Action, to its first line of work', unit: 'ms', iterations: 1, samples: ours },
          { what: '@actions/core and @octokit/rest', unit: 'ms', iterations: 1, samples: bare },
        ],
        findings: [
          {
            name,
            value: medianRatio(ours, bare),
            bound: 1.05,
            reason:
              'whoever uses the Action pays for its two libraries, and for nothing else before it works',
          },
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Milliseconds until a program says that it works, or has ended. */
async function untilLine(main: string, folder: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: environmentOf(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: hangMs,
  });
  return new Promise<number>((done, fail) => {
    let text = '';
    let at: number | null = null;
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (at !== null || !text.includes('Reading the bundle')) return;
      at = performance.now() - startedAt;
      child.kill('SIGKILL');
    });
    child.once('exit', (code) => {
      if (at === null && code !== 0) fail(new Error(`${main} ended before it worked: ${text}`));
      else done(at ?? performance.now() - startedAt);
    });
  });
}

function environmentOf(folder: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    RUNNER_TEMP: folder,
    GITHUB_WORKSPACE: folder,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_REPOSITORY: 'acme/payments',
    GITHUB_RUN_ID: '1',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_WORKFLOW_REF: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
    INPUT_BUNDLE: 'incident-response',
    INPUT_SEAL: 'hmac',
    'INPUT_SEAL-KEY': 'k'.repeat(40),
    'INPUT_GITHUB-TOKEN': 't'.repeat(40),
  };
}
