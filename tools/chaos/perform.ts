import { countPlaces, crashedAt } from '../../test/world/crash-points.ts';
import type { Findings } from '../../test/world/invariants.ts';
import { lifeOf } from '../../test/world/life.ts';
import { plants } from '../../test/world/plants/plants.ts';
import { seeded } from '../../test/world/random.ts';
import { themed } from '../../test/world/themes.ts';
import { simulate } from '../../test/world/simulate.ts';
import { nothing, sum, type Job, type Tally } from './job.ts';

/** Does a job in this thread. */
export function perform(job: Job): Promise<Tally> {
  return job.do === 'lives' ? lives(job) : crashes(job);
}

async function lives({ from, count, plant, theme }: Extract<Job, { do: 'lives' }>): Promise<Tally> {
  let tally = nothing;
  for (let seed = from; seed < from + count; seed += 1) {
    const planted = plant === null ? {} : { plant: plants[plant] };
    const random = seeded(seed);
    const life = lifeOf(random);
    const lived = theme === undefined ? life : themed(theme, life, random);
    tally = sum(tally, tallyOf(await simulate(lived, seed, planted), seed));
    if (plant !== null && tally.invariantBreaks > 0) break;
  }
  return tally;
}

async function crashes({ places, pairs }: Extract<Job, { do: 'crashes' }>): Promise<Tally> {
  let tally = nothing;
  for (const place of places) {
    tally = sum(tally, tallyOf(await crashedAt([place]), [place]));
    if (!pairs) continue;
    const more = await countPlaces([place]);
    for (let second = place + 1; second < more; second += 1)
      tally = sum(tally, tallyOf(await crashedAt([place, second]), [place, second]));
  }
  return tally;
}

function tallyOf(
  { duplicates, lostApprovals, lostEntries, breaks }: Findings,
  life: number | readonly number[],
): Tally {
  return {
    lives: 1,
    duplicates,
    lostApprovals,
    lostEntries,
    invariantBreaks: breaks.length,
    failures: breaks.length === 0 ? [] : [{ life, breaks }],
  };
}
