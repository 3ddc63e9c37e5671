import { processes, signal, hasHomeIn, type Member, type ProcessLine } from './family.ts';

/** What a client that was killed may have left running. */
export interface LeftBehind {
  /** The folder in which every server had its home; nobody else has one there. An absolute path. */
  readonly folder: string;
  /** The servers' own processes, as they were when they started. */
  readonly leaders: readonly Member[];
}

/** How long processes may take to end, in milliseconds: after SIGTERM, and after SIGKILL. */
export interface EndTimes {
  readonly termMs: number;
  readonly killMs: number;
}

export const endTimes: EndTimes = { termMs: 1000, killMs: 2000 };

/**
 * Ends what a killed client left running: the servers, their groups and sessions, whatever has its home
 * in the folder, and the children of those. A number that meanwhile names another process is left alone.
 * Answers how many there were, and how many still live. Linux only; elsewhere it finds none.
 */
export async function endLeftBehind(
  left: LeftBehind,
  times: EndTimes,
): Promise<{ readonly found: number; readonly living: number }> {
  const seen = new Set<string>();
  // Looked up anew each time: whoever is told to end may start another one first.
  const now = (): readonly Member[] => {
    const members = stillLiving(left);
    for (const { pid, startedAt } of members) seen.add(`${pid} ${startedAt}`);
    return members;
  };
  let members = now();
  for (const [name, ms] of [
    ['SIGTERM', times.termMs],
    ['SIGKILL', times.killMs],
  ] as const) {
    const end = performance.now() + ms;
    for (let told = new Set<number>(); members.length > 0 && performance.now() < end; members = now()) {
      for (const { pid } of members) if (!told.has(pid)) signal(pid, name);
      told = new Set(members.map(({ pid }) => pid));
      await pause(25);
    }
  }
  return { found: seen.size, living: members.length };
}

function stillLiving({ folder, leaders }: LeftBehind): readonly Member[] {
  if (process.platform !== 'linux') return [];
  const all = processes();
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const roots = all.filter(
    (one) => hasHomeIn(one.pid, folder) || leaders.some((leader) => belongsTo(one, leader, byPid)),
  );
  const members = new Set(roots.map(({ pid }) => pid));
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  members.delete(process.pid);
  return all.filter(({ pid }) => members.has(pid));
}

/**
 * A number is not given anew while a group or session still bears it. So where the leader's number names
 * a process that started at another time, nothing that bears it is the leader's.
 */
function belongsTo(one: ProcessLine, leader: Member, byPid: ReadonlyMap<number, ProcessLine>): boolean {
  if (one.pid !== leader.pid && one.group !== leader.pid && one.session !== leader.pid) return false;
  const holder = byPid.get(leader.pid);
  return holder === undefined
    ? Number(one.startedAt) >= Number(leader.startedAt)
    : holder.startedAt === leader.startedAt;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
