import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matches } from '../../../lib/core/policy/glob.ts';

describe('PO-16: a pattern matches as a whole', () => {
  test.each([
    ['acme/ops', 'acme/ops', true],
    ['acme/ops', 'acme/ops2', false],
    ['acme/ops', 'acme', false],
    ['acme/*', 'acme/ops', true],
    ['acme/*', 'acme/', true],
    ['acme/*', 'acme/ops/x', false],
    ['*', 'acme/ops', false],
    ['refs/heads/*', 'refs/heads/main', true],
    ['refs/heads/*', 'refs/heads/a/b', false],
    ['refs/heads/release-*-*', 'refs/heads/release-1-2', true],
    ['refs/heads/release-*-*', 'refs/heads/release-1', false],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'aXbYc', true],
    ['a*bb*b', 'abb', false],
    ['a*b*b', 'abb', true],
    ['a*a', 'a', false],
    ['a*x*a', 'axa', true],
    ['a*x*a', 'axxa', true],
    ['a*x*a', 'aa', false],
    ['*ops', 'my-ops', true],
    ['*ops', 'ops-my', false],
    ['ops*', 'my-ops', false],
    ['', '', true],
    ['', 'x', false],
    ['a.c', 'abc', false],
  ])('%j and %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  test('as a regular expression of the same meaning does', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 10 });
    fc.assert(
      fc.property(part, text, (pattern, given) => {
        const same = new RegExp(`^${pattern.replaceAll('*', '[^/]*')}$`);
        expect(matches(pattern, given)).toBe(same.test(given));
      }),
      { numRuns: 2000 },
    );
  });

  test('stars without end take no time without end', () => {
    expect(matches('*a'.repeat(100), 'a'.repeat(20_000) + 'b')).toBe(false);
  });
});
