import type { PlantName } from '../../test/world/plants/names.ts';
import type { ThemeName } from '../../test/world/themes.ts';

/** One piece of the simulation, for one thread. */
export type Job =
  /** Lives by their seeds, `from` and on. With a plant it ends at the first that breaks something. */
  | {
      readonly do: 'lives';
      readonly from: number;
      readonly count: number;
      readonly plant: PlantName | null;
      /** What they are about; anything where it is left out. */
      readonly theme?: ThemeName;
    }
  /** One whole run with its process dying at each of these places, and with `pairs` at every later one too. */
  | { readonly do: 'crashes'; readonly places: readonly number[]; readonly pairs: boolean };

/** What broke, and how to see it again. */
export interface Failure {
  /** The seed of the life, or the places at which the process died. */
  readonly life: number | readonly number[];
  readonly breaks: readonly string[];
}

/** What came of a job. */
export interface Tally {
  readonly lives: number;
  readonly duplicates: number;
  readonly lostApprovals: number;
  readonly lostEntries: number;
  readonly invariantBreaks: number;
  /** The first few. */
  readonly failures: readonly Failure[];
}

export const nothing: Tally = {
  lives: 0,
  duplicates: 0,
  lostApprovals: 0,
  lostEntries: 0,
  invariantBreaks: 0,
  failures: [],
};

const maxFailures = 20;

/** Both together. */
export function sum(one: Tally, other: Tally): Tally {
  return {
    lives: one.lives + other.lives,
    duplicates: one.duplicates + other.duplicates,
    lostApprovals: one.lostApprovals + other.lostApprovals,
    lostEntries: one.lostEntries + other.lostEntries,
    invariantBreaks: one.invariantBreaks + other.invariantBreaks,
    failures: [...one.failures, ...other.failures].slice(0, maxFailures),
  };
}
