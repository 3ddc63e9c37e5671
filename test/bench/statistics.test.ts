import { describe, expect, it } from 'vitest';
import { median, medianRatio, minimum } from '../../bench/statistics.ts';

describe('the median', () => {
  it.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 2, 100, 1], 9],
  ])('of %j is %d', (samples, expected) => {
    expect(median(samples)).toBe(expected);
  });

  it('is not moved by one slow round', () => {
    expect(median([5, 5, 5, 5, 5, 5, 9000])).toBe(5);
  });

  it('leaves the samples as they were', () => {
    const samples = [3, 1, 2];
    expect([median(samples), minimum(samples)]).toEqual([2, 1]);
    expect(samples).toEqual([3, 1, 2]);
  });

  it.each([
    ['nothing', []],
    ['a sample that is no number', [1, Number.NaN, 3]],
    ['a ratio over zero', [1, Number.POSITIVE_INFINITY]],
  ])('of %s throws', (_, samples) => {
    expect(() => median(samples)).toThrow(RangeError);
    expect(() => minimum(samples)).toThrow(RangeError);
  });
});

describe('a ratio', () => {
  it('is the median of each round’s own: a busy spell that met both sides does not count', () => {
    expect(medianRatio([2, 20, 2, 2, 20], [1, 10, 1, 1, 10])).toBe(2);
  });

  it('needs both samples of every round', () => {
    expect(() => medianRatio([1, 2], [1])).toThrow('every round has one sample of each');
    expect(() => medianRatio([1], [0])).toThrow('a sample is no number');
  });
});
