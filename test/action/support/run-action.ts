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
  /** What the step left for its post step. */
  readonly state: Readonly<Record<string, string>>;
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

/** Called once the step runs, with a way to what it has printed so far. */
export type During = (pid: number, printed: () => string) => void;

/** Starts the bundled Action as a runner does, in an environment built from nothing. */
export async function runAction(
  runner: Runner,
  inputs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
  during: During,
): Promise<ActionResult> {
  const given = Object.entries(inputs).map(([name, value]) => [
    `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
    value,
  ]);
  const {
    code,
    stdout: text,
    stderr,
  } = await runStep(runner, 'action', { ...Object.fromEntries(given), ...variables }, during);
  const lines = text.split('\n');
  const stdout = lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  const written = Object.values(files).map((name) => readFileSync(join(runner.root, name), 'utf8'));
  return {
    code,
    stdout,
    stderr,
    outputs: readPairs(readFileSync(join(runner.root, files.GITHUB_OUTPUT), 'utf8')),
    summary: readFileSync(join(runner.root, files.GITHUB_STEP_SUMMARY), 'utf8'),
    state: readPairs(readFileSync(join(runner.root, files.GITHUB_STATE), 'utf8')),
    errors: lines.filter((line) => line.startsWith('::error')),
    everything: [stdout, stderr, ...written].join('\n'),
  };
}

/** What a process wrote, and how it ended. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the post step, with what the main step left for it. */
export function runPost(runner: Runner, state: Readonly<Record<string, string>>): Promise<Ended> {
  const given = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]);
  return runStep(runner, 'post', Object.fromEntries(given), () => undefined);
}

async function runStep(
  runner: Runner,
  bundle: 'action' | 'post',
  variables: Readonly<Record<string, string>>,
  during: During,
): Promise<Ended> {
  const main = resolve('dist', bundle, 'index.js');
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
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  const hang = setTimeout(() => child.kill('SIGKILL'), 60_000);
  if (child.pid !== undefined) during(child.pid, () => Buffer.concat(chunks.stdout).toString('utf8'));
  const code = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  clearTimeout(hang);
  return {
    code,
    stdout: Buffer.concat(chunks.stdout).toString('utf8'),
    stderr: Buffer.concat(chunks.stderr).toString('utf8'),
  };
}

function readPairs(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/^([^\n<]+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...found].map(([, name = '', , value = '']) => [name, value]));
}
