import { parseArgs } from 'node:util';
import { countPlaces } from '../test/world/crash-points.ts';
import { plantNames } from '../test/world/plants/names.ts';
import { sum, nothing, type Failure, type Job, type Tally } from './chaos/job.ts';
import { killLoop } from './chaos/kills.ts';
import { replayLife } from './chaos/replay.ts';
import { livesJobs, performAll } from './chaos/threads.ts';

// Lives the App through everything that can go wrong: crashes at every place, random interleavings, known-bad
// variants that must be caught, and real kills of the real process. `--seed 7` lives one life again and tells
// it step by step; `--from`, `--interleavings` and `--kills` say where to begin and how much; `--json` adds
// one JSON object as the last line. Exit code 1: something broke; 2: the arguments make no sense.

/** Lives of one job: enough that a thread's start does not count. */
const jobSize = 2500;

/** How many lives a known-bad variant may take until it is caught. */
const plantLives = 3000;

interface Wish {
  readonly seed: number | null;
  readonly from: number;
  readonly interleavings: number;
  readonly kills: number;
  readonly json: boolean;
}

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (typeof wish === 'string') {
    process.stderr.write(`chaos: ${wish}\n`);
    return 2;
  }
  if (wish.seed !== null) return replayLife(wish.seed, console.log);

  const crashPoints = await countPlaces();
  console.log(
    `crashes: one run stands still at ${crashPoints} places; each alone, and each with every later one`,
  );
  const crashes = await all(crashJobs(crashPoints), 'runs');
  console.log(`interleavings: ${wish.interleavings} lives, seeds from ${wish.from}`);
  const lives = await all(livesJobs(wish.from, wish.interleavings, jobSize), 'lives');
  const caught = await catchPlants();
  const kills = await kill(wish);

  const both = sum(crashes, lives);
  const report = {
    crashPoints,
    crashRuns: crashes.lives,
    interleavings: lives.lives,
    duplicates: both.duplicates,
    lostApprovals: both.lostApprovals,
    lostEntries: both.lostEntries,
    invariantBreaks: both.invariantBreaks,
    plantedBugs: { planted: plantNames.length, caught },
    kills,
  };
  if (wish.json) console.log(JSON.stringify(report));
  const holds = report.invariantBreaks === 0 && caught === plantNames.length && kills.lost === 0;
  return holds ? 0 : 1;
}

function crashJobs(points: number): readonly Job[] {
  // A place early in the run has more later ones: dealt round, the jobs take about as long as one another.
  const hands = Math.min(points, 16);
  return Array.from({ length: hands }, (_, hand) => ({
    do: 'crashes',
    places: Array.from({ length: points }, (__, place) => place).filter((place) => place % hands === hand),
    pairs: true,
  }));
}

async function all(jobs: readonly Job[], what: string): Promise<Tally> {
  const started = Date.now();
  let told = 0;
  const tallies = await performAll(jobs, (sofar) => {
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`  ${sofar.lives} ${what}, ${sofar.invariantBreaks} broken, ${seconds} s`);
    // Told at once: whoever watches need not wait for the rest.
    for (const failure of sofar.failures.slice(told)) tellFailure(failure);
    told = sofar.failures.length;
  });
  return tallies.reduce(sum, nothing);
}

function tellFailure({ life, breaks }: Failure): void {
  const which = typeof life === 'number' ? `seed ${life}` : `crash at ${life.join(', ')}`;
  console.log(`BROKEN ${which}: ${breaks.join('; ')}`);
  if (typeof life === 'number') console.log(`  to see it: npm run chaos -- --seed ${life}`);
}

async function catchPlants(): Promise<number> {
  const jobs = plantNames.map((plant): Job => ({ do: 'lives', from: 1, count: plantLives, plant }));
  const tallies = await performAll(jobs);
  let caught = 0;
  for (const [index, plant] of plantNames.entries()) {
    const tally = tallies[index] ?? nothing;
    const [failure] = tally.failures;
    if (failure !== undefined) caught += 1;
    console.log(
      `planted: ${plant}: ${failure === undefined ? 'NOT CAUGHT' : `caught after ${tally.lives} lives: ${failure.breaks[0] ?? ''}`}`,
    );
  }
  return caught;
}

async function kill({ kills, from }: Wish): Promise<{ readonly count: number; readonly lost: number }> {
  if (kills === 0) {
    console.log('kills: none were asked for');
    return { count: 0, lost: 0 };
  }
  console.log(`kills: ${kills} of the real process, on its real store`);
  const { count, lost, faults } = await killLoop({
    count: kills,
    seed: from,
    log: (line) => console.log(`  ${line}`),
  });
  for (const fault of faults) console.log(`BROKEN ${fault}`);
  return { count, lost };
}

function readWish(args: readonly string[]): Wish | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean' },
        seed: { type: 'string' },
        from: { type: 'string' },
        interleavings: { type: 'string' },
        kills: { type: 'string' },
      },
    });
    const numbers = [
      values.seed ?? '0',
      values.from ?? '1',
      values.interleavings ?? '100000',
      values.kills ?? '200',
    ].map(Number);
    const [seed = 0, from = 1, interleavings = 0, kills = 0] = numbers;
    if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
      return 'a number is a whole one';
    return {
      seed: values.seed === undefined ? null : seed,
      from,
      interleavings,
      kills,
      json: values.json === true,
    };
  } catch (error) {
    return error instanceof Error ? error.message : 'the arguments can’t be read';
  }
}

process.exitCode = await main();
