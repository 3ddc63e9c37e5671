import { expect, test } from 'vitest';
import { describeFaults } from '../../../lib/core/proposal/fault.ts';

test('faults read as one line, each with its place', () => {
  const faults = [
    { path: 'nonce', expected: '32 digits' },
    { path: 'risk', expected: '"low"' },
  ];
  expect(describeFaults(faults)).toBe('nonce: expected 32 digits; risk: expected "low"');
});

test('at most eight faults are told, the others counted', () => {
  const faults = Array.from({ length: 11 }, (_, index) => ({ path: `m${index}`, expected: 'x' }));
  expect(describeFaults(faults).endsWith('m7: expected x; and 3 more')).toBe(true);
});

test('EV-10, EV-16: a member’s name that a stranger chose is escaped and cut', () => {
  const detail = describeFaults([{ path: `a\u202e\n${'b'.repeat(5000)}`, expected: 'no such member' }]);
  expect(detail).not.toMatch(/[\u202e\n]/);
  expect(detail.length).toBeLessThan(200);
});
