/** The middle one, or the mean of the two in the middle. Throws where there is nothing, or something that is no number. */
export function median(samples: readonly number[]): number {
  const sorted = sortedOf(samples);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest one. */
export function minimum(samples: readonly number[]): number {
  return sortedOf(samples)[0] ?? Number.NaN;
}

/**
 * How many times dearer one is than the other: the median over the rounds of each round's own ratio. Both
 * sides of a round met the same machine, so that a neighbour who works for a while does not count.
 */
export function medianRatio(of: readonly number[], beside: readonly number[]): number {
  if (of.length !== beside.length) throw new RangeError('every round has one sample of each');
  return median(of.map((sample, round) => sample / (beside[round] ?? Number.NaN)));
}

function sortedOf(samples: readonly number[]): readonly number[] {
  if (samples.length === 0) throw new RangeError('no samples');
  if (samples.some((sample) => !Number.isFinite(sample))) throw new RangeError('a sample is no number');
  return samples.toSorted((one, other) => one - other);
}
