/** The App's process on its ledger, and the people before it, from start to start. */
import { join } from 'node:path';
import { readSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import { replay } from '../../lib/core/run/advance.ts';
import { startAppProcess, type AppProcess, type BuiltApp } from '../../test/support/app-process.ts';
import type { AppWorld } from '../../test/support/app-world.ts';
import { isSettled } from './kill-faults.ts';
import type { Random } from './random.ts';
import { redeliverFailed } from './redeliver.ts';
import { tellStory, type Story } from './stream.ts';

export interface Scene {
  readonly stories: readonly Story[];
  /** What was seen to be wrong on the way. */
  readonly faults: readonly string[];
  /** Starts the App on the ledger; webhooks go to it as soon as it listens. */
  start(): AppProcess;
  /** People open proposals and say things until the App is gone. */
  work(random: Random, app: AppProcess): Promise<void>;
  /** Reads the ledger and compares it with what was seen of it before: a chain only ever grows. */
  look(): Promise<void>;
  /**
   * Waits until everything has come to its end, or for so long. A person asks for failed deliveries again.
   */
  settle(longestMs: number): Promise<void>;
  runs(): Promise<ReadonlyMap<Story, StoredRun | null>>;
  /** Ends what still runs. */
  close(): Promise<void>;
}

/** As many proposals as people have under way at a time. */
const underWay = 12;

/**
 * The App's own sweep asks for failed deliveries again, yet waits ten minutes where that failed twice. So
 * that work goes on, a person asks for them at every so many-th start.
 */
const helped = 4;

/** A scene whose App keeps its data in this folder. */
export function createScene(world: AppWorld, built: BuiltApp, folder: string): Scene {
  const { github } = world;
  const stories: Story[] = [];
  const faults: string[] = [];
  const open = new Set<Story>();
  // Sent, and nobody heard the answer: the App looks for a minute, which no kill lets it finish.
  const looking = new Set<Story>();
  const seen = new Map<string, { readonly count: number; readonly digest: string }>();
  let current: AppProcess | null = null;
  // Killed before it ever listened, the App may not even have made its ledger.
  let ready = false;
  let starts = 0;
  // Nobody listens at this port: what happens before the App does is a failed delivery.
  github.world.listen('countersign', 'http://127.0.0.1:9/api/github/webhooks');

  const read = async (some: Iterable<Story>): Promise<ReadonlyMap<Story, StoredRun | null>> => {
    const reader = await readSqliteLedger(join(folder, 'ledger.sqlite'));
    try {
      const runs = new Map<Story, StoredRun | null>();
      for (const story of some) runs.set(story, await reader.byHash({ hash: story.hash }));
      return runs;
    } finally {
      await reader.close();
    }
  };
  const look = async (): Promise<void> => {
    if (!ready) return;
    for (const [story, run] of await read(open)) {
      const before = seen.get(story.hash);
      if (before !== undefined && run?.entries[before.count - 1]?.digest !== before.digest)
        faults.push(`${story.ticket}: an entry that was there is gone`);
      const last = run?.entries.at(-1);
      if (last !== undefined) seen.set(story.hash, { count: last.seq + 1, digest: last.digest });
      if (isLooking(run)) looking.add(story);
      else looking.delete(story);
      if (isSettled(story, run)) open.delete(story);
    }
  };
  return {
    stories,
    faults,
    start() {
      const app = startAppProcess(built.main, world.environment(folder));
      current = app;
      app.listening.then(
        (url) => {
          ready = true;
          github.world.listen('countersign', `${url}/api/github/webhooks`);
          starts += 1;
          if (starts % helped === 0) redeliverFailed(github.hooks);
        },
        () => undefined,
      );
      return app;
    },
    async work(random, app) {
      const gone = new AbortController();
      void app.ended.then(() => gone.abort());
      while (!gone.signal.aborted) {
        if (open.size - looking.size < underWay) {
          const story = await tellStory(world, random, stories.length);
          stories.push(story);
          open.add(story);
        } else {
          await pause(40);
          await look();
        }
      }
    },
    look,
    async settle(longestMs) {
      const until = Date.now() + longestMs;
      while (open.size > 0 && Date.now() < until) {
        redeliverFailed(github.hooks);
        await pause(250);
        await look();
      }
    },
    runs: () => read(stories),
    async close() {
      current?.signal('SIGKILL');
      await current?.ended;
    },
  };
}

function isLooking(run: StoredRun | null): boolean {
  if (run === null) return false;
  const { state, sent } = replay(run.entries);
  return state === 'executing' && sent;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
