import type { IssueRef } from '../../lib/core/port/ledger.ts';

/** Work that a test can hold up, let fail, and watch. */
export interface Workshop {
  readonly work: (ref: IssueRef) => Promise<void>;
  /** Work on this issue does not end until it is opened. */
  shut(ref: IssueRef): void;
  open(ref: IssueRef): void;
  openAll(): void;
  /** The next so many times, work on this issue rejects. */
  fail(ref: IssueRef, error: unknown, times: number): void;
  /** Resolves when work on this issue has begun for the n-th time. */
  underWay(ref: IssueRef, times: number): Promise<void>;
  /** What was begun, in order. */
  begun(): readonly IssueRef[];
  /** How many works on this issue there were at once, at most. */
  most(ref: IssueRef): number;
}

interface Door {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function createWorkshop(): Workshop {
  const doors = new Map<string, Door>();
  const failures = new Map<string, { readonly error: unknown; left: number }>();
  const begun: IssueRef[] = [];
  const atOnce = new Map<string, { now: number; most: number }>();
  let watchers: ReadonlyArray<() => void> = [];

  const times = (issue: string): number => begun.filter((ref) => ref.issue === issue).length;
  const counterOf = (issue: string): { now: number; most: number } => {
    const counter = atOnce.get(issue) ?? { now: 0, most: 0 };
    atOnce.set(issue, counter);
    return counter;
  };

  return {
    work: async ({ installation, issue }) => {
      const counter = counterOf(issue);
      counter.now += 1;
      counter.most = Math.max(counter.most, counter.now);
      begun.push({ installation, issue });
      for (const watcher of watchers) watcher();
      await doors.get(issue)?.opened;
      counter.now -= 1;
      const failure = failures.get(issue);
      if (failure === undefined || failure.left === 0) return;
      failure.left -= 1;
      throw failure.error;
    },
    shut: ({ issue }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      doors.set(issue, { opened: promise, open: resolve });
    },
    open: ({ issue }) => doors.get(issue)?.open(),
    openAll: () => {
      for (const door of doors.values()) door.open();
    },
    fail: ({ issue }, error, left) => {
      failures.set(issue, { error, left });
    },
    underWay: ({ issue }, wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (times(issue) < wanted) return;
          watchers = watchers.filter((watcher) => watcher !== look);
          resolve();
        };
        watchers = [...watchers, look];
        look();
      }),
    begun: () => begun,
    most: ({ issue }) => counterOf(issue).most,
  };
}
