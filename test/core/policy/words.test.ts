import { expect, test } from 'vitest';
import { durationInWords } from '../../../lib/core/policy/words.ts';

test.each([
  [60_000, '1 minute'],
  [5_400_000, '90 minutes'],
  [3_600_000, '1 hour'],
  [86_400_000, '24 hours'],
  [172_800_000, '48 hours'],
  [259_200_000, '3 days'],
  [90_000_000, '25 hours'],
])('%i ms reads as %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});
