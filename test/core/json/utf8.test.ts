import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Length } from '../../../lib/core/json/utf8.ts';

it.each([
  ['nothing', '', 0],
  ['ASCII', 'abc', 3],
  ['two bytes', '\u0080\u07ff', 4],
  ['three bytes', '\u0800\uffff', 6],
  ['four bytes', '\u{10000}\u{10ffff}', 8],
  ['a lone high surrogate, as its replacement', 'a\ud83d', 4],
  ['a lone low surrogate', '\ude02a', 4],
  ['a pair the wrong way round', '\ude02\ud83d', 6],
  ['a high surrogate before a pair', '\ud83d\u{1f602}', 7],
])('%s', (_, text, bytes) => {
  expect(utf8Length(text)).toBe(bytes);
});

it('counts what an encoder writes', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom('\ud83d', '\ude02', 'é', 'x'),
  );
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('');
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
    { numRuns: 3000 },
  );
});
