import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A runner's machine: a workspace, and a folder for everything else. */
export interface Runner {
  readonly root: string;
  readonly workspace: string;
  remove(): void;
}

export interface ActionResult {
  readonly code: number | null;
  /** Without the lines that tell the runner what to mask: those hold the secret by their nature. */
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The annotations, as the runner would read them. */
  readonly errors: readonly string[];
  /** Everything that the step wrote anywhere. */
  readonly everything: string;
}

export function createRunner(): Runner {
  const root = mkdtempSync(join(tmpdir(), 'action-'));
  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  mkdirSync(join(root, 'temp'));
  return { root, workspace, remove: () => rmSync(root, { recursive: true, force: true }) };
}

const files = {
  GITHUB_OUTPUT: 'output',
  GITHUB_STATE: 'state',
  GITHUB_ENV: 'env',
  GITHUB_PATH: 'path',
  GITHUB_STEP_SUMMARY: 'summary',
} as const;

/** Starts the bundled Action as a runner does, in an environment built from nothing. */
export async function runAction(
  runner: Runner,
  inputs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
  during: (pid: number) => void,
): Promise<ActionResult> {
  const main = resolve('dist/action/index.js');
  if (!existsSync(main)) throw new Error('dist is missing: tools/node/run node tools/build.ts');
  for (const name of Object.values(files)) writeFileSync(join(runner.root, name), '');
  const child = spawn(process.execPath, [main], {
    cwd: runner.workspace,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: runner.root,
      RUNNER_TEMP: join(runner.root, 'temp'),
      RUNNER_TRACKING_ID: 'github_tracking-id',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: runner.workspace,
      GITHUB_SERVER_URL: 'https://github.com',
      ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(runner.root, file)])),
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [
          `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
          value,
        ]),
      ),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  const hang = setTimeout(() => child.kill('SIGKILL'), 60_000);
  if (child.pid !== undefined) during(child.pid);
  const code = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  clearTimeout(hang);
  const lines = Buffer.concat(chunks.stdout).toString('utf8').split('\n');
  const stdout = lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  const stderr = Buffer.concat(chunks.stderr).toString('utf8');
  const written = Object.values(files).map((name) => readFileSync(join(runner.root, name), 'utf8'));
  return {
    code,
    stdout,
    stderr,
    outputs: readOutputs(readFileSync(join(runner.root, files.GITHUB_OUTPUT), 'utf8')),
    summary: readFileSync(join(runner.root, files.GITHUB_STEP_SUMMARY), 'utf8'),
    errors: lines.filter((line) => line.startsWith('::error')),
    everything: [stdout, stderr, ...written].join('\n'),
  };
}

function readOutputs(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/^([^\n<]+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...found].map(([, name = '', , value = '']) => [name, value]));
}
