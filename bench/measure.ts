/** What a benchmark is and what it says. One file a measure in `bench/measure/`, each named in `list.ts`. */
import type { Stage } from './stage/stage.ts';

/** One thing that was timed, weighed or counted. */
export interface Row {
  readonly what: string;
  readonly unit: 'µs' | 'ms' | 'MB' | 'requests';
  /** How often it was done for one sample. A sample is the cost of one time. */
  readonly iterations: number;
  /** One a round, in order. */
  readonly samples: readonly number[];
}

/** A value, what it may be at most, and why that is the number. */
export interface Finding {
  /** As in the last line, `canonical.small.vsStringify`. */
  readonly name: string;
  readonly value: number;
  readonly bound: number;
  /** The worst case that the bound stands for. */
  readonly reason: string;
}

export interface Outcome {
  /** What was done, on what: read beside the numbers. */
  readonly load: string;
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
}

export interface Measure {
  /** Every finding that comes out of it. */
  readonly names: readonly string[];
  run(setting: Setting): Promise<Outcome>;
}

export interface Setting {
  /** Rounds that count, instead of each measure's own number. For trying things out: then no value means anything. */
  readonly rounds: number | null;
  readonly stage: Stage;
}

/** Whether a value is within its bound. What could not be measured is not. */
export function holds({ value, bound }: Pick<Finding, 'value' | 'bound'>): boolean {
  return Number.isFinite(value) && value <= bound;
}
