import { spawn } from 'node:child_process';

/** What a finished command said: standard output and error in the order they came. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a command without a shell, collects what it says, and resolves whatever its exit code is. */
export function run(command: string, options: readonly string[], directory: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }));
  });
}

/** As `run`, but an exit code other than 0 is an error that carries the output. */
export async function runOrThrow(
  command: string,
  options: readonly string[],
  directory: string,
): Promise<string> {
  const { code, output } = await run(command, options, directory);
  if (code !== 0) throw new Error(`${command} ${options.join(' ')} ended with ${code}\n${output}`);
  return output;
}

/** Runs a command that speaks to the terminal itself, and resolves with its exit code. */
export function runInForeground(
  command: string,
  options: readonly string[],
  directory: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd: directory, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
