/** The App as people run it: `dist/app/main.js`, a process of its own. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');

/** A copy of the built App, so that a build meanwhile does not change what runs. */
export interface BuiltApp {
  readonly main: string;
  remove(): void;
}

/** Copies the shipped App. It must have been built. */
export function copyBuiltApp(): BuiltApp {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-app-'));
  for (const part of ['app', 'lib', 'package.json'])
    cpSync(join(root, 'dist', part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    main: join(folder, 'app', 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** How a process ended, and what it said on stderr (the last of it). */
export interface AppEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

export interface AppProcess {
  readonly pid: number;
  /** Where it listens; rejects when it ends before it does. */
  readonly listening: Promise<string>;
  readonly ended: Promise<AppEnd>;
  signal(signal: NodeJS.Signals): void;
}

const keptStderr = 20_000;

/** Starts one. Its environment is exactly this and the path: nothing of ours reaches it. */
export function startAppProcess(
  main: string,
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): AppProcess {
  const child = spawn(process.execPath, [...nodeArguments, main], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whoever started it may fail: then it does not live on.
  const orphaned = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', orphaned);
  child.once('close', () => process.off('exit', orphaned));
  let stdout = '';
  let stderr = '';
  const listening = Promise.withResolvers<string>();
  // Whoever waits for the end only must not meet an unhandled rejection.
  listening.promise.catch(() => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const url = /^\{"listening":"([^"]+)"\}$/m.exec(stdout)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-keptStderr);
  });
  const ended = new Promise<AppEnd>((done) => {
    child.once('error', (error) => done({ code: null, signal: null, stderr: error.message }));
    child.once('close', (code, signal) => done({ code, signal, stderr }));
  });
  void ended.then(({ code, signal }) =>
    listening.reject(new Error(`the App ended before it listened: ${code ?? signal ?? ''} ${stderr}`)),
  );
  return {
    pid: child.pid ?? 0,
    listening: listening.promise,
    ended,
    signal: (signal) => {
      child.kill(signal);
    },
  };
}
