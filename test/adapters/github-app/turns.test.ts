import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turns } from '../../../lib/adapters/github-app/turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Orders writes at once and tells when each went, in milliseconds from the first. */
async function play(
  orders: ReadonlyArray<readonly [string, boolean]>,
): Promise<ReadonlyArray<readonly [string, number]>> {
  const inTurn = turns();
  const startedAt = Date.now();
  const gone: [string, number][] = [];
  const writes = orders.map(([what, notifies]) =>
    inTurn(notifies, async () => {
      gone.push([what, Date.now() - startedAt]);
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(writes);
  return gone;
}

test('writes go in their order, a second apart', async () => {
  const orders = [
    ['one', false],
    ['two', false],
    ['three', false],
  ] as const;
  expect(await play(orders)).toEqual([
    ['one', 0],
    ['two', 1000],
    ['three', 2000],
  ]);
});

test('what notifies goes three seconds apart, and keeps nothing else waiting', async () => {
  const orders = [
    ['comment', true],
    ['another comment', true],
    ['label', false],
  ] as const;
  expect(await play(orders)).toEqual([
    ['comment', 0],
    ['label', 1000],
    ['another comment', 3000],
  ]);
});

test('a write is not sent before the one before it was answered', async () => {
  const inTurn = turns();
  const first = Promise.withResolvers<string>();
  let second = false;
  const slow = inTurn(false, () => first.promise);
  const next = inTurn(false, async () => {
    second = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(second).toBe(false);
  first.resolve('answered');
  expect(await slow).toBe('answered');
  await next;
  expect(second).toBe(true);
});

test('a write that fails tells so, and the next one goes', async () => {
  const inTurn = turns();
  await expect(inTurn(false, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  const next = inTurn(false, async () => 'sent');
  await vi.runAllTimersAsync();
  expect(await next).toBe('sent');
});
