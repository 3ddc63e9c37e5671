import { expect, test } from 'vitest';
import {
  countInWords,
  inWords,
  minuteInWords,
  peopleInWords,
  shortDigest,
} from '../../../lib/core/proposal/words.ts';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('a list reads as people write it: %j', (items, expected) => {
  expect(inWords(items, 'or')).toBe(expected);
});

test.each([
  [1, 'one person'],
  [2, 'two people'],
  [9, 'nine people'],
  [12, '12 people'],
])('%i reads as %s', (count, expected) => {
  expect(peopleInWords(count)).toBe(expected);
});

test('a deadline is shown to the minute and never too late', () => {
  expect(minuteInWords('2026-12-01T14:10:59.999Z')).toBe('2026-12-01 14:10 UTC');
  expect(minuteInWords('2026-12-01T14:10:00Z')).toBe('2026-12-01 14:10 UTC');
});

test('what is no instant is a fault of the caller', () => {
  expect(() => minuteInWords('tomorrow')).toThrow(TypeError);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1902, '1,902'],
  [9_007_199_254_740_991, '9,007,199,254,740,991'],
])('%i has commas between its thousands', (count, expected) => {
  expect(countInWords(count)).toBe(expected);
});

test('a short digest is its first 8 digits', () => {
  expect(shortDigest('3f9ac1d2ffff')).toBe('3f9ac1d2');
});
