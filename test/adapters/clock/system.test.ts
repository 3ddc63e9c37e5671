import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock, systemIds } from '../../../lib/adapters/clock/system.ts';

describe('the machine’s clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('tells the time of day', () => {
    vi.setSystemTime(1_796_000_000_000);
    expect(systemClock.now()).toBe(1_796_000_000_000);
  });

  test.each([2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 3 * 2 ** 31])(
    'TM-06: waits %i ms to the end, and not longer',
    async (ms) => {
      const woken = vi.fn<() => void>();
      void systemClock.sleep(ms).then(woken);
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(woken).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(woken).toHaveBeenCalledOnce();
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('TM-01: a corrected time of day neither shortens nor lengthens a wait', async () => {
    const woken = vi.fn<() => void>();
    void systemClock.sleep(1000).then(woken);
    vi.setSystemTime(Date.now() - 86_400_000);
    await vi.advanceTimersByTimeAsync(999);
    vi.setSystemTime(Date.now() + 172_800_000);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(woken).toHaveBeenCalledOnce();
  });

  test('ends early, without a fault, when it is told to, and leaves no timer', async () => {
    const stop = new AbortController();
    const wait = systemClock.sleep(2 ** 40, stop.signal);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    await expect(wait).resolves.toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not begin to wait when it was told to stop before', async () => {
    await systemClock.sleep(2 ** 40, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leaves nothing on a signal that outlives many waits', async () => {
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, 'addEventListener');
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    for (let count = 0; count < 3; count += 1) {
      const wait = systemClock.sleep(5, stop.signal);
      await vi.advanceTimersByTimeAsync(5);
      await wait;
    }
    expect(added).toHaveBeenCalledTimes(3);
    expect(removed).toHaveBeenCalledTimes(3);
  });

  test.each([0, -5])('%i ms are over at once', async (ms) => {
    await systemClock.sleep(ms);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('no number is no duration', async () => {
    await expect(systemClock.sleep(Number.NaN)).rejects.toThrow(RangeError);
  });
});

test('a nonce is 32 hexadecimal digits, and never the same', () => {
  const nonces = Array.from({ length: 100 }, () => systemIds.nonce());
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(nonces).size).toBe(100);
});
