import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** How much of a child's output is kept for telling what went wrong. */
const tailCharacters = 4_000;

export interface Child {
  readonly pid: number;
  /** Resolves with the first line of stdout that fits; rejects when the child ends before. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** Resolves when it has ended, with its code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  stdout(): string;
  /** The end of what it wrote on stderr. */
  tail(): string;
  /** Asks it to end, and makes it end after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Starts a process in a group of its own, so that whatever it starts ends with it. It sees no environment but the given one. */
export function startChild(order: {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}): Child {
  const child = spawn(order.command, [...order.args], {
    cwd: order.directory,
    env: { ...order.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = keep(child.stdout, 1_000_000);
  const errors = keep(child.stderr, tailCharacters);
  let code: number | null | undefined;
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  }).then((value) => {
    code = value;
    return value;
  });
  return {
    pid: child.pid ?? 0,
    ended,
    stdout: () => output.text(),
    tail: () => errors.text().trim(),
    line: async (fits) => firstLine(child, output, ended, fits),
    async stop(graceMs) {
      if (code === undefined) signalGroup(child.pid, 'SIGTERM');
      const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
      // A grandchild may outlive its parent; the group is ours alone.
      signalGroup(child.pid, 'SIGKILL');
    },
  };
}

type Spawned = ChildProcessByStdio<null, Readable, Readable>;

interface Kept {
  text(): string;
  onChange(tell: () => void): void;
}

function keep(stream: Readable, limit: number): Kept {
  let text = '';
  const tells: Array<() => void> = [];
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text = `${text}${chunk}`.slice(-limit);
    for (const tell of tells) tell();
  });
  return { text: () => text, onChange: (tell) => void tells.push(tell) };
}

async function firstLine(
  child: Spawned,
  output: Kept,
  ended: Promise<number | null>,
  fits: (line: string) => boolean,
): Promise<string> {
  const find = (): string | undefined => output.text().split('\n').slice(0, -1).find(fits);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = find();
      if (found !== undefined) resolve(found);
    };
    output.onChange(look);
    look();
    void ended.then((code) =>
      reject(new Error(`process ${child.pid ?? ''} ended with ${code ?? 'a signal'}`)),
    );
  });
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
