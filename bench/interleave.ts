/** One of those who are compared. What `work` returns is of no interest. */
export interface Contestant {
  readonly what: string;
  readonly work: () => unknown;
}

export interface Pace {
  /** Rounds that count. */
  readonly rounds: number;
  /** Rounds before them, in which the code is compiled. */
  readonly warmUps: number;
  /** How often each contestant works in a round. */
  readonly iterations: number;
}

/** What a contestant took for one time, one sample a round. */
export interface Timed {
  readonly what: string;
  readonly samples: readonly number[];
}

/**
 * Lets the contestants work side by side: each round has a turn of everyone, and each round begins with
 * another one, so that nobody always works on what the one before left to the garbage collector.
 */
export function interleave(
  contestants: readonly Contestant[],
  { rounds, warmUps, iterations }: Pace,
  now: () => number,
): readonly Timed[] {
  const timed = contestants.map(({ what, work }) => ({ what, work, samples: new Array<number>() }));
  for (let round = -warmUps; round < rounds; round += 1) {
    const first = (round + warmUps) % timed.length;
    for (const { work, samples } of [...timed.slice(first), ...timed.slice(0, first)]) {
      const before = now();
      for (let iteration = 0; iteration < iterations; iteration += 1) work();
      const cost = (now() - before) / iterations;
      if (round >= 0) samples.push(cost);
    }
  }
  return timed.map(({ what, samples }) => ({ what, samples }));
}

/**
 * Microseconds of processor time of this process so far, all threads: what others do on the machine
 * meanwhile is not in it, and the garbage collector's helpers are.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
