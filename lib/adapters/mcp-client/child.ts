import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { ServerCommand } from '../../core/port/evidence-server.ts';
import { familyOf, memberOf, signal, type Member } from './family.ts';

/** How long a server may take to end, in milliseconds, step by step. Together about 5 s. */
export interface StopTimes {
  /** After its input was closed. */
  readonly endMs: number;
  /** After SIGTERM. */
  readonly termMs: number;
  /** After SIGKILL. */
  readonly killMs: number;
}

export const stopTimes: StopTimes = { endMs: 1500, termMs: 1500, killMs: 1500 };

/** How much of stderr is kept for the log: its end. */
const stderrTailBytes = 8192;

/** A server's process, with its stderr always drained: a full pipe would stop the server. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended or could not be started; with words for people. */
  readonly ended: Promise<string>;
  stderrBytes(): number;
  stderrTail(): string;
  /** Ends it and everything it started. Never rejects. */
  stop(times: StopTimes): Promise<void>;
}

const leaders = new Set<number>();
let isWatching = false;

/** Told of each server's process as soon as it lives. */
export type Started = (leader: Member) => void;

/** Starts a program without a shell, as the leader of a process group of its own. */
export function startChild(command: ServerCommand, started: Started): Child {
  const child = spawn(command.command, [...command.arguments], {
    cwd: command.directory,
    env: { ...command.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) remember(pid);
  const leader = pid === undefined ? null : memberOf(pid);
  if (leader !== null) started(leader);
  const ended = new Promise<string>((resolve) => {
    child.once('error', () => resolve('did not start'));
    child.once('exit', (code, name) =>
      resolve(code === null ? `was ended by ${name ?? 'a signal'}` : `ended with exit code ${code}`),
    );
  });
  // A server that closes its input early makes writes fail; the answer that never comes tells enough.
  child.stdin.on('error', () => undefined);
  child.stdout.on('error', () => undefined);
  child.stderr.on('error', () => undefined);
  let bytes = 0;
  let tail = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    tail = Buffer.concat([tail, chunk.subarray(-stderrTailBytes)]).subarray(-stderrTailBytes);
  });
  const home = command.environment['HOME'] ?? '';
  return {
    process: child,
    ended,
    stderrBytes: () => bytes,
    stderrTail: () => tail.toString('utf8'),
    stop: async (times) => {
      if (pid === undefined) return;
      await stopFamily(child, { pid, home, startedAt: leader?.startedAt ?? '0' }, ended, times);
      leaders.delete(pid);
    },
  };
}

/** Whom a server's processes are known by. */
interface Leader extends Member {
  readonly home: string;
}

async function stopFamily(
  child: ChildProcessWithoutNullStreams,
  { pid, home, startedAt }: Leader,
  ended: Promise<string>,
  times: StopTimes,
): Promise<void> {
  // Parents are known only while they live, so the family is looked up before the first of it ends.
  const before = familyOf(pid, home, [], startedAt);
  child.stdin.end();
  await within(ended, times.endMs);
  const left = (): readonly number[] => familyOf(pid, home, before, startedAt).map((member) => member.pid);
  const isOver = (): boolean => left().length === 0 && (child.exitCode !== null || child.signalCode !== null);
  for (const [name, ms] of [
    ['SIGTERM', times.termMs],
    ['SIGKILL', times.killMs],
  ] as const) {
    if (isOver()) break;
    // On systems without /proc the group is all that is known.
    if (process.platform !== 'linux') signal(-pid, name);
    for (const member of left()) signal(member, name);
    await until(isOver, ms);
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  child.unref();
}

async function until(holds: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await pause(40);
}

async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

/** A timer that holds the process: with none, an ending event loop would skip what comes after it. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function remember(pid: number): void {
  if (!isWatching) process.once('exit', endAll);
  isWatching = true;
  leaders.add(pid);
}

/** The last resort of a process that ends without having stopped its servers. */
function endAll(): void {
  for (const leader of leaders) signal(-leader, 'SIGKILL');
}
