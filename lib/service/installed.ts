import type { Clock } from '../core/port/clock.ts';
import type { InstallationReads } from '../core/port/installations.ts';
import { remember } from './remember.ts';

/** Whether the App is installed on a repository; `unreadable`: GitHub did not say. */
export interface Installed {
  on(repository: {
    readonly id: string;
    readonly ownerId: string;
    readonly name: string;
  }): Promise<'installed' | 'not_installed' | 'unreadable'>;
  /** Asks for the accounts, so that the first proposal need not wait for them. */
  begin(): Promise<void>;
}

/** An installation that is taken away is noticed after this; intake asks in its own way and sees it at once. */
const keptMs = 600_000;

/** Whoever installs the App after a refusal does not wait longer than this. */
const refusedMs = 30_000;

/** Beyond so many the oldest are forgotten; they then cost a request again, nothing else. */
const maxKept = 10_000;

/**
 * Asks GitHub and remembers. The list of accounts answers for all repositories of an account at once, so that
 * a proposal usually costs no request; only where an account chose some of them is one asked about.
 */
export function createInstalled(clock: Pick<Clock, 'now'>, reads: InstallationReads): Installed {
  let accounts: ReadonlyMap<string, 'all' | 'selected'> = new Map();
  let isComplete = false;
  let readAt = Number.NEGATIVE_INFINITY;
  const known = new Map<string, { readonly answer: 'installed' | 'not_installed'; readonly until: number }>();

  let underWay: Promise<boolean> | null = null;
  const readNow = async (): Promise<boolean> => {
    const listed = await reads.accounts();
    if (!listed.ok) return false;
    accounts = new Map(listed.value.all.map(({ id, repositories }) => [id, repositories]));
    isComplete = listed.value.complete;
    readAt = clock.now();
    return true;
  };
  // Whoever comes meanwhile waits for the same answer.
  const readAccounts = async (): Promise<boolean> => {
    underWay ??= readNow().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  /** How an account has the App; null: it has not. */
  const standingOf = async (ownerId: string): Promise<'all' | 'selected' | 'unreadable' | null> => {
    const goodForMs = accounts.has(ownerId) ? keptMs : refusedMs;
    if (clock.now() >= readAt + goodForMs && !(await readAccounts())) return 'unreadable';
    return accounts.get(ownerId) ?? (isComplete ? null : 'selected');
  };
  const askAbout = async (
    key: string,
    name: string,
  ): Promise<'installed' | 'not_installed' | 'unreadable'> => {
    const kept = known.get(key);
    if (kept !== undefined && clock.now() < kept.until) return kept.answer;
    const found = await reads.repository(name);
    if (!found.ok && found.fault.status !== 404) return 'unreadable';
    const answer = found.ok ? 'installed' : 'not_installed';
    const until = clock.now() + (found.ok ? keptMs : refusedMs);
    remember(known, key, { answer, until }, maxKept);
    return answer;
  };

  return {
    async on({ id, ownerId, name }) {
      const standing = await standingOf(ownerId);
      switch (standing) {
        case 'all':
          return 'installed';
        case 'selected':
          // A repository's name can be given to another one, so both are the key.
          return askAbout(`${id} ${name}`, name);
        case 'unreadable':
          return standing;
        case null:
          return 'not_installed';
      }
    },
    async begin() {
      await readAccounts();
    },
  };
}
