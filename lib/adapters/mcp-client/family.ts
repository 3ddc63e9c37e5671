import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** One living process. Numbers are given anew after a process ended; with its start time it is unmistakable. */
export interface Member {
  readonly pid: number;
  readonly startedAt: string;
}

/** A process as the system tells of it. */
export interface ProcessLine extends Member {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/**
 * Every living process that a server brought into the world, itself included: by parent, by process
 * group, by session, and by the home folder that only this server was given. The last one also finds a
 * child that left its group and lost its parent. Whoever was known `before` and still lives belongs to it
 * too. `startedAt` is the leader's. Linux only; empty elsewhere.
 */
export function familyOf(
  leader: number,
  home: string,
  before: readonly Member[],
  startedAt: string,
): readonly Member[] {
  if (process.platform !== 'linux') return [];
  const all = processes();
  const known = new Map(before.map((member) => [member.pid, member.startedAt]));
  const members = new Set(
    all
      .filter(
        ({ pid, group, session, startedAt: since }) =>
          known.get(pid) === since ||
          pid === leader ||
          group === leader ||
          session === leader ||
          // Nobody is a child of whoever came later; an environment costs more to read than all the rest.
          (Number(since) >= Number(startedAt) && hasHome(pid, home)),
      )
      .map(({ pid }) => pid),
  );
  for (let size = -1; size !== members.size;) {
    size = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  members.delete(process.pid);
  return all.filter(({ pid }) => members.has(pid));
}

/** A process of which the number is known; null where it has ended, and on other systems than Linux. */
export function memberOf(pid: number): Member | null {
  const line = process.platform === 'linux' ? lineOf(String(pid)) : null;
  return line === null ? null : { pid, startedAt: line.startedAt };
}

/** Signals a process; that it is gone already is no fault. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH: it ended by itself. EPERM: it is not ours, so it is none of the server's.
  }
}

/** Every process that lives and may be looked at. */
export function processes(): readonly ProcessLine[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => lineOf(name) ?? []);
}

function lineOf(name: string): ProcessLine | null {
  // The command's name stands in brackets and may hold anything, so fields count from the last one.
  const stat = statOf(name);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const startedAt = fields[19];
  if (startedAt === undefined || state === 'Z') return null;
  return {
    pid: Number(name),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt,
  };
}

function hasHome(pid: number, home: string): boolean {
  return home !== '' && `\0${read(`/proc/${pid}/environ`)}`.includes(`\0HOME=${home}\0`);
}

/** One line of some 300 bytes: three calls of the system, where `readFileSync` makes five, for every process there is. */
const line = Buffer.alloc(2048);

function statOf(name: string): string {
  try {
    const file = openSync(`/proc/${name}/stat`, 'r');
    try {
      return line.toString('latin1', 0, readSync(file, line, 0, line.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** Whether a process has its home somewhere in a folder. */
export function hasHomeIn(pid: number, folder: string): boolean {
  return `\0${read(`/proc/${pid}/environ`)}`.includes(`\0HOME=${folder}/`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
