import { expect, test } from 'vitest';
import { basisOf } from '../../../lib/core/verify/basis.ts';
import { answerOf, cannotSay, checkNames, fails, passes } from '../../../lib/core/verify/finding.ts';

test('every check says what was recomputed, and whose word is taken for the rest', () => {
  for (const source of ['export', 'github'] as const)
    for (const check of checkNames)
      expect(basisOf(check, { source, sealRecomputed: false }).recomputed).not.toBe('');
  expect(basisOf('seal', { source: 'export', sealRecomputed: false }).attested).toContain('by the App');
  expect(basisOf('seal', { source: 'github', sealRecomputed: true }).attested).toBeNull();
  expect(basisOf('head', { source: 'github', sealRecomputed: false }).attested).toContain('by GitHub');
});

test('a fail wins over everything, and what essential cannot be said over every pass', () => {
  const [yes, no] = [passes('hash', ''), fails('chain', 'x', '')];
  const [unknown, lesser] = [cannotSay('head', 'x', ''), cannotSay('publication', 'x', '', false)];
  expect(answerOf([yes, lesser])).toBe('pass');
  expect(answerOf([yes, unknown])).toBe('cannot_say');
  expect(answerOf([yes, unknown, no])).toBe('fail');
  expect(answerOf([])).toBe('cannot_say');
});
