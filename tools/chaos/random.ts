/** Numbers that follow from a seed. */
export interface Random {
  /** A whole number from 0, below the bound. */
  below(bound: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/** mulberry32: 32 bits of state, good enough to choose moments with. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new TypeError('nothing to pick from');
      return value;
    },
  };
}
