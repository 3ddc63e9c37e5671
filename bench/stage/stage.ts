/** Where the measures of the running App play: one strict fake GitHub, and processes of the built App. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyBuiltApp, startAppProcess, type BuiltApp } from '../../test/support/app-process.ts';
import { startAppWorld, type AppWorld } from '../../test/support/app-world.ts';
import { playApprovedRuns, type ApprovedRun } from './approved-runs.ts';

/** A process that listens, with a data folder of its own. */
export interface Running {
  readonly pid: number;
  readonly url: string;
  readonly folder: string;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface Stage {
  /** Entry of a copy of the built App, which no build in between changes. */
  appMain(): string;
  /** The fake GitHub, started when it is first needed. */
  world(): Promise<AppWorld>;
  /** Starts a program with the App's settings, and others in their place, and waits until it listens. */
  start(main: string, instead?: Readonly<Record<string, string>>): Promise<Running>;
  /** Runs that were approved and done, all in one App process. Several measures share them: they are played once. */
  approvedRuns(rounds: number | null): Promise<readonly ApprovedRun[]>;
  pause(ms: number): Promise<void>;
  /** Ends what runs and takes away every file. */
  close(): Promise<void>;
}

/** Approvals that count: the issue asks for a median, and 21 make one that a slow one does not move. */
const approvals = 21;

/** Makes what it needs when it is first needed, so that measures without an App need no build. */
export function createStage(
  { installations }: { readonly installations: number } = { installations: 1 },
): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const running = new Set<Running>();
  let world: Promise<AppWorld> | null = null;
  let built: BuiltApp | null = null;
  let runs: Promise<readonly ApprovedRun[]> | null = null;
  let started = 0;

  const theWorld = (): Promise<AppWorld> => {
    world ??= startAppWorld({ installations });
    return world;
  };
  const appMain = (): string => {
    built ??= copyBuiltApp();
    return built.main;
  };
  const start: Stage['start'] = async (main, instead = {}) => {
    if (!existsSync(main)) throw new Error(`${main} is missing: build first`);
    started += 1;
    const own = join(folder, String(started));
    mkdirSync(own);
    const process = startAppProcess(main, {
      ...(await theWorld()).environment(own),
      HOME: own,
      NODE_ENV: 'production',
      ...instead,
    });
    const one: Running = {
      pid: process.pid,
      url: await process.listening,
      folder: own,
      stop: async () => {
        running.delete(one);
        process.signal('SIGTERM');
        await process.ended;
      },
    };
    running.add(one);
    return one;
  };
  const play = async (rounds: number): Promise<readonly ApprovedRun[]> => {
    const app = await start(appMain());
    const played = await playApprovedRuns(await theWorld(), app, rounds);
    await app.stop();
    return played;
  };
  return {
    appMain,
    world: theWorld,
    start,
    approvedRuns: (rounds) => {
      runs ??= play(rounds ?? approvals);
      return runs;
    },
    pause: (ms) => sleep(ms),
    close: async () => {
      for (const one of running) await one.stop();
      await (await world)?.github.close();
      built?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
