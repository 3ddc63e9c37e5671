import { readdirSync, readFileSync } from 'node:fs';

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
 * child that left its group and lost its parent. Linux only; empty elsewhere.
 */
export function familyOf(leader: number, home: string): readonly Member[] {
  if (process.platform !== 'linux') return [];
  const all = processes();
  const members = new Set(
    all
      .filter(
        ({ pid, group, session }) =>
          pid === leader || group === leader || session === leader || hasHome(pid, home),
      )
      .map(({ pid }) => pid),
  );
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  members.delete(process.pid);
  return all.filter(({ pid }) => members.has(pid));
}

/** Those of the members that still live. */
export function living(members: readonly Member[]): readonly Member[] {
  if (members.length === 0) return [];
  const now = new Map(processes().map(({ pid, startedAt }) => [pid, startedAt]));
  return members.filter(({ pid, startedAt }) => now.get(pid) === startedAt);
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
  const stat = read(`/proc/${name}/stat`);
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
