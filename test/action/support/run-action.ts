import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Secrets that must turn up nowhere. */
export const sealKey = 'seal-key-canary-0123456789abcdefghijklmnop';
export const token = 'ghs_tokencanary0123456789abcdefghijklmnopqrstuv';

/** A runner's machine: workspace, temporary folder, and the files that a step writes. */
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
  /** Everything that the step wrote anywhere. */
  readonly everything: string;
}

export function createRunner(): Runner {
  const root = mkdtempSync(join(tmpdir(), 'action-'));
  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  return { root, workspace, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The environment is built from nothing, as far as a runner's own would not carry it either. */
export function environmentOf(
  runner: Runner,
  apiUrl: string,
  inputs: Readonly<Record<string, string>>,
): Record<string, string> {
  const file = (name: string): string => {
    const path = join(runner.root, name);
    writeFileSync(path, '');
    return path;
  };
  const all = { 'seal-key': sealKey, 'github-token': token, ...inputs };
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: runner.root,
    RUNNER_TEMP: runner.root,
    RUNNER_TRACKING_ID: 'github_tracking-canary',
    GITHUB_WORKSPACE: runner.workspace,
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/payments',
    GITHUB_RUN_ID: '8809',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_WORKFLOW_REF: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: apiUrl,
    GITHUB_TOKEN: 'ghs_environmentcanary0123456789abcdefghijklm',
    ACTIONS_RUNTIME_TOKEN: 'runtime-token-canary',
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://id-token-canary.example/',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'id-token-canary',
    GITHUB_OUTPUT: file('output'),
    GITHUB_STATE: file('state'),
    GITHUB_ENV: file('env'),
    GITHUB_PATH: file('path'),
    GITHUB_STEP_SUMMARY: file('summary'),
    ...Object.fromEntries(
      Object.entries(all).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
    ),
  };
}

/** Starts the bundled Action as a runner does. `during` gets its process id, to send it a signal. */
export async function runAction(
  runner: Runner,
  environment: Readonly<Record<string, string>>,
  during: (pid: number) => void = () => undefined,
): Promise<ActionResult> {
  const main = resolve('dist/action/index.js');
  if (!existsSync(main)) throw new Error('dist is missing: tools/node/run node tools/build.ts');
  const child = spawn(process.execPath, [main], {
    cwd: runner.workspace,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (parts.stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (parts.stderr += chunk.toString('utf8')));
  const hang = setTimeout(() => child.kill('SIGKILL'), 60_000);
  if (child.pid !== undefined) during(child.pid);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  clearTimeout(hang);
  const read = (name: string): string => readFileSync(join(runner.root, name), 'utf8');
  const stdout = parts.stdout
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');
  return {
    code,
    stdout,
    stderr: parts.stderr,
    outputs: readOutputs(read('output')),
    summary: read('summary'),
    everything: [
      stdout,
      parts.stderr,
      read('output'),
      read('state'),
      read('env'),
      read('path'),
      read('summary'),
    ].join('\n'),
  };
}

function readOutputs(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(
    /^(?<name>[^\n<]+)<<(?<mark>ghadelimiter_\S+)\n(?<value>[\s\S]*?)\n\k<mark>$/gm,
  );
  return Object.fromEntries(
    [...found].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']),
  );
}

/** Processes that still carry this runner's folder in their environment: whatever the Action left behind. */
export function orphansOf(runner: Runner, pids: readonly string[]): readonly string[] {
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(runner.root);
    } catch {
      return false;
    }
  });
}
