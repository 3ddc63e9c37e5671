import { expect, test } from 'vitest';
import { faultInWords, pathInWords } from '../../../lib/core/policy/fault-words.ts';

test('a fault reads as a place that editors open, a key, and what was expected', () => {
  const fault = { line: 3, column: 5, path: 'rules.a.count', expected: 'an integer' } as const;
  expect(faultInWords({ owner: 'repository', ...fault })).toBe(
    '.github/countersign.yml:3:5 rules.a.count: expected an integer',
  );
  expect(faultInWords({ owner: 'organisation', ...fault })).toBe(
    'the organisation’s .github/countersign.yml:3:5 rules.a.count: expected an integer',
  );
});

test('a key that somebody made up is shown short, on one line, and visibly', () => {
  expect(pathInWords('a\u202eb\nc')).toBe('a\\u{202E}b c');
  expect(pathInWords('x'.repeat(120))).toBe('x'.repeat(120));
  expect(pathInWords('x'.repeat(500))).toBe(`${'x'.repeat(120)}…`);
});
