/**
 * Real kills: the App's process, its real store, and a strict fake of GitHub. The App is killed again and
 * again while people work, and started anew on the same ledger. What follows from the seed is what people
 * do and when the App is killed; how the processes meet is up to the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay } from '../../lib/core/run/advance.ts';
import { copyBuiltApp } from '../../test/support/app-process.ts';
import { startAppWorld, type AppWorld } from '../../test/support/app-world.ts';
import { faultsOf, ticketsOf } from './kill-faults.ts';
import { killSometime } from './kill-moment.ts';
import { createScene, type Scene } from './kill-scene.ts';
import { seeded } from './random.ts';

export interface KillOptions {
  /** How often the App is killed. */
  readonly count: number;
  readonly seed: number;
  /** A line of what happens, now and then. */
  readonly log?: (line: string) => void;
}

export interface KillReport {
  readonly count: number;
  /** Proposals with something lost, doubled or untold. */
  readonly lost: number;
  readonly seed: number;
  readonly proposals: number;
  readonly approved: number;
  readonly tickets: number;
  /** Approved, sent or not, and shown to people as uncertain. */
  readonly uncertain: number;
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
}

/** A look for a write that may have landed takes a minute. */
const settleMs = 240_000;

/** Kills the App so many times, lets it finish, and looks at everything. The App must have been built. */
export async function killLoop({ count, seed, log = () => undefined }: KillOptions): Promise<KillReport> {
  const random = seeded(seed);
  const built = copyBuiltApp();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-kills-'));
  const world = await startAppWorld({ installations: 3 });
  const scene = createScene(world, built, folder);
  const faults: string[] = [];
  try {
    for (let kills = 0; kills < count; kills += 1) {
      const app = scene.start();
      const people = scene.work(seeded(random.below(2 ** 32)), app);
      await killSometime(app, world.github, random);
      await people;
      await scene.look();
      world.github.resetRequests();
      if ((kills + 1) % 20 === 0) log(`${kills + 1} kills, ${scene.stories.length} proposals`);
    }
    const app = scene.start();
    await app.listening;
    log('no more kills; waiting for what is under way');
    await scene.settle(settleMs);
    app.signal('SIGTERM');
    const end = await app.ended;
    if (end.code !== 0) faults.push(`the App ended with ${end.code ?? end.signal}: ${end.stderr}`);
    return await report({ count, seed }, world, scene, faults);
  } finally {
    await scene.close();
    await world.github.close();
    built.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function report(
  asked: { readonly count: number; readonly seed: number },
  { github: { world, violations } }: AppWorld,
  scene: Scene,
  before: readonly string[],
): Promise<KillReport> {
  const misuses = violations.map(({ path, problems }) => `${path}: ${problems.join('; ')}`);
  const faults = [...before, ...scene.faults, ...misuses];
  let lost = faults.length;
  let [approved, tickets, uncertain] = [0, 0, 0];
  for (const [story, run] of await scene.runs()) {
    const wrong = faultsOf(world, story, run);
    faults.push(...wrong.map((what) => `${story.ticket} (${story.deed}): ${what}`));
    if (wrong.length > 0) lost += 1;
    if (story.deed.startsWith('approve')) approved += 1;
    tickets += ticketsOf(world, story);
    if (run !== null && replay(run.entries).state === 'uncertain') uncertain += 1;
  }
  return { ...asked, lost, proposals: scene.stories.length, approved, tickets, uncertain, faults };
}

if (import.meta.main) {
  const [count = '200', seed = String(Date.now() % 2 ** 32)] = process.argv.slice(2);
  console.log(`seed ${seed}`);
  const startedAt = performance.now();
  const made = await killLoop({
    count: Number(count),
    seed: Number(seed),
    log: (line) => console.error(line),
  });
  const { faults, ...figures } = made;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(JSON.stringify({ ...figures, seconds }));
  for (const fault of faults) console.log(fault);
  process.exitCode = made.lost === 0 ? 0 : 1;
}
