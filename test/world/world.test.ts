import { describe, expect, it } from 'vitest';
import type { Job, Tally } from '../../tools/chaos/job.ts';
import { livesJobs, performAll } from '../../tools/chaos/threads.ts';
import { countPlaces } from './crash-points.ts';
import { plantNames } from './plants/names.ts';
import { themeNames } from './themes.ts';

/** A hang guard; alone on two cores each of these takes some seconds. */
const patience = 240_000;

function broken(tallies: readonly Tally[]): readonly unknown[] {
  return tallies.flatMap(({ failures }) => failures);
}

function lived(tallies: readonly Tally[]): number {
  return tallies.reduce((sum, { lives }) => sum + lives, 0);
}

describe('the simulated world', () => {
  it(
    'ID-01: one whole run reaches its end wherever its process dies, once at each place',
    { timeout: patience },
    async () => {
      const places = await countPlaces();
      expect(places).toBeGreaterThan(100);
      const halves = [0, 1].map((half): Job => ({
        do: 'crashes',
        places: Array.from({ length: places }, (_, place) => place).filter((place) => place % 2 === half),
        pairs: false,
      }));
      const tallies = await performAll(halves);
      expect(broken(tallies)).toEqual([]);
      expect(lived(tallies)).toBe(places);
    },
  );

  it('no invariant breaks over 1,000 lives', { timeout: patience }, async () => {
    const tallies = await performAll(livesJobs(1, 1000, 500));
    expect(broken(tallies)).toEqual([]);
    expect(lived(tallies)).toBe(1000);
  });

  it('what it once found stays found: 200 lives of each kind', { timeout: patience }, async () => {
    const jobs = themeNames.map((theme): Job => ({ do: 'lives', from: 1, count: 200, plant: null, theme }));
    const tallies = await performAll(jobs);
    expect(broken(tallies)).toEqual([]);
    expect(lived(tallies)).toBe(200 * themeNames.length);
  });

  it('catches eleven of eleven known-bad variants', { timeout: patience }, async () => {
    const jobs = plantNames.map((plant): Job => ({ do: 'lives', from: 1, count: 1500, plant }));
    const tallies = await performAll(jobs);
    const missed = plantNames.filter((_, index) => tallies[index]?.invariantBreaks === 0);
    expect(missed).toEqual([]);
    expect(plantNames).toHaveLength(11);
  });
});
