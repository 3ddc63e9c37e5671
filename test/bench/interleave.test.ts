import { describe, expect, it } from 'vitest';
import { interleave, processorTime, type Contestant } from '../../bench/interleave.ts';

/** Contestants that write down when it was their turn, on a clock that only they move. */
function players(costs: Readonly<Record<string, number>>): {
  readonly contestants: readonly Contestant[];
  readonly turns: string[];
  readonly now: () => number;
} {
  const turns: string[] = [];
  let time = 0;
  const contestants = Object.entries(costs).map(([what, cost]) => ({
    what,
    work: () => {
      turns.push(what);
      time += cost;
    },
  }));
  return { contestants, turns, now: () => time };
}

describe('contestants', () => {
  it('take turns in every round, and each round begins with another one', () => {
    const { contestants, turns, now } = players({ a: 1, b: 2, c: 3 });
    interleave(contestants, { rounds: 3, warmUps: 1, iterations: 1 }, now);
    expect(turns.join('')).toBe('abcbcacababc');
  });

  it('work as often as is said, and a sample is the cost of one time', () => {
    const { contestants, turns, now } = players({ a: 4, b: 10 });
    const timed = interleave(contestants, { rounds: 2, warmUps: 0, iterations: 5 }, now);
    expect(turns).toHaveLength(2 * 2 * 5);
    expect(timed).toEqual([
      { what: 'a', samples: [4, 4] },
      { what: 'b', samples: [10, 10] },
    ]);
  });

  it('have no sample of the rounds that only warm up', () => {
    const { contestants, turns, now } = players({ a: 1 });
    const [only] = interleave(contestants, { rounds: 7, warmUps: 5, iterations: 1 }, now);
    expect(turns).toHaveLength(12);
    expect(only?.samples).toHaveLength(7);
  });
});

describe('processor time', () => {
  it('goes on while this process works, and not back', () => {
    const before = processorTime();
    // As much work as the clock needs to be seen moving, whatever the machine.
    while (processorTime() === before) JSON.stringify(before);
    expect(processorTime()).toBeGreaterThan(before);
  });
});
