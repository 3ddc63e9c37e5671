import type { Job, PgBoss } from 'pg-boss';
import type { IssueRef } from '../../core/port/ledger.ts';
import { NotNow, type Wakes } from '../../core/port/wakes.ts';
import { openBoss, queue } from './pg-boss-queue.ts';

/** A transaction that somebody else holds, as pg-boss asks for one. */
export interface Transaction {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** Wakes whose hints lie in PostgreSQL, for any number of replicas. */
export interface SharedWakes extends Wakes {
  /** Hints within a transaction of the ledger: the hint is there when what it tells of is, and never before. */
  enqueue(transaction: Transaction, ref: IssueRef): Promise<void>;
  /** Looks for hints at once: one was just committed. */
  look(): void;
}

export interface SharedWakesOptions {
  /** `postgres://…`: the database of the ledger. */
  readonly url: string;
  /** The work on an issue rejected. */
  readonly failed: (ref: IssueRef, error: unknown) => void;
  /** The hints could not be asked for; it is tried again. */
  readonly unreachable: (error: unknown) => void;
}

/** Issues of one installation at once, over all replicas. Its writes go one after the other anyway. */
const perInstallation = 8;

/** Issues at once in this process. Most of them wait for GitHub. */
const perProcess = 64;

/** How often this process looks for hints that other replicas left, or whose time has come. */
const lookMs = 1000;

/** Well within the heartbeat, after which a job of a process that died is handed to another. */
const touchMs = 3000;

/**
 * Hints as jobs of pg-boss. It hands them out, repeats what failed and takes over from processes that
 * died; the ledger decides what there is to do, so a job that is handed out twice does nothing twice.
 * Rejects when the database does not answer or was not migrated.
 */
export async function pgBossWakes(options: SharedWakesOptions): Promise<SharedWakes> {
  const boss = await openBoss(options.url, options.unreachable);
  const running = new Map<Job<IssueRef>, Promise<void>>();
  /** Issues that were told to wait, and until when. */
  const notBefore = new Map<string, number>();
  let work: ((ref: IssueRef) => Promise<void>) | null = null;
  let stopped = false;
  let timers: readonly NodeJS.Timeout[] = [];
  let pulling: Promise<void> | null = null;
  let again = false;

  const run = async (job: Job<IssueRef>): Promise<void> => {
    const { data: ref } = job;
    const wait = (notBefore.get(ref.issue) ?? 0) - Date.now();
    if (wait > 0) return defer(boss, job, wait);
    notBefore.delete(ref.issue);
    try {
      await work?.(ref);
    } catch (error) {
      options.failed(ref, error);
      if (!(error instanceof NotNow) || error.retryAfterMs === null) {
        await boss.fail(queue, job);
        return;
      }
      notBefore.set(ref.issue, Date.now() + error.retryAfterMs);
      return defer(boss, job, error.retryAfterMs);
    }
    await boss.complete(queue, job);
  };

  const begin = (job: Job<IssueRef>): void => {
    // A job that could not be settled is handed out again when its heartbeat is missed.
    const promise = run(job)
      .catch(options.unreachable)
      .finally(() => {
        running.delete(job);
        look();
      });
    running.set(job, promise);
  };

  /** Takes hints until there is no place or no hint. Of a busy installation each look takes only its share. */
  const pull = async (): Promise<void> => {
    do {
      again = false;
      const batchSize = perProcess - running.size;
      if (stopped || work === null || batchSize <= 0) return;
      const jobs = await boss.fetch<IssueRef>(queue, { batchSize, groupConcurrency: perInstallation });
      for (const job of jobs) begin(job);
      again ||= jobs.length > 0;
    } while (again);
  };

  const look = (): void => {
    again = true;
    pulling ??= pull()
      .catch(options.unreachable)
      .finally(() => {
        pulling = null;
      });
  };

  const touch = async (): Promise<void> => {
    if (running.size > 0) await boss.touch(queue, [...running.keys()]);
  };

  const idle = async (): Promise<void> => {
    look();
    await pulling;
    if (running.size === 0) return;
    await Promise.all(running.values());
    await idle();
  };

  return {
    hint: async (ref) => {
      await upsert(boss, ref, 0);
      look();
    },
    enqueue: (transaction, ref) => upsert(boss, ref, 0, transaction),
    look,
    start: async (given) => {
      work = given;
      timers = [
        setInterval(look, lookMs),
        setInterval(() => void touch().catch(options.unreachable), touchMs),
      ];
      look();
    },
    idle,
    stop: async () => {
      stopped = true;
      await pulling;
      await Promise.all(running.values());
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/**
 * One job waits for each issue, and one more while it is worked on. A job that waits is changed rather than
 * kept: its lock keeps it from being taken before this hint is committed, with what it tells of.
 */
async function upsert(boss: PgBoss, ref: IssueRef, waitMs: number, transaction?: Transaction): Promise<void> {
  const { installation, issue } = ref;
  const db =
    transaction === undefined
      ? {}
      : { db: { executeSql: (text: string, values?: unknown[]) => transaction.executeSql(text, values) } };
  await boss.upsert(
    queue,
    { installation, issue },
    { singletonKey: issue, startAfter: Math.ceil(waitMs / 1000), group: { id: installation }, ...db },
  );
}

/** Hands an issue out later instead. The later job comes first: a crash in between leaves two, not none. */
async function defer(boss: PgBoss, job: Job<IssueRef>, waitMs: number): Promise<void> {
  await upsert(boss, job.data, waitMs);
  await boss.complete(queue, job);
}
