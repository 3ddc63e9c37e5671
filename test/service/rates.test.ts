import { describe, expect, it } from 'vitest';
import { createRates } from '../../lib/service/rates.ts';

describe('turns', () => {
  it('are a few at once for each, and come back one by one', () => {
    let now = 1_000_000;
    const rates = createRates({ now: () => now }, { turns: 3, everyMs: 1000 });
    const take = (who: string, times: number): readonly boolean[] =>
      Array.from({ length: times }, () => rates.take(who));
    expect(take('a', 4)).toEqual([true, true, true, false]);
    expect(take('b', 1)).toEqual([true]);
    now += 999;
    expect(take('a', 1)).toEqual([false]);
    now += 1;
    expect(take('a', 2)).toEqual([true, false]);
    now += 60_000;
    expect(take('a', 4)).toEqual([true, true, true, false]);
  });

  it('of whoever asked least lately are forgotten beyond ten thousand', () => {
    const rates = createRates({ now: () => 0 }, { turns: 1, everyMs: 1000 });
    for (let who = 0; who < 10_000; who += 1) rates.take(String(who));
    expect(rates.take('0')).toBe(false);
    rates.take('one more');
    expect([rates.take('2'), rates.take('0')]).toEqual([false, true]);
  });
});
