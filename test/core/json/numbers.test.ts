import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { readNumber } from '../../../lib/core/json/number.ts';
import { doubleOf, numberSequence, sequenceLine } from '../../support/number-sequence.ts';
import vectors from '../../vectors/numbers.json' with { type: 'json' };

describe('RFC 8785 number formatting', () => {
  it.each(vectors.numbers)('$ieee754_hex is written $expect', ({ ieee754_hex: hex, expect: text }) => {
    expect(canonical(doubleOf(hex))).toBe(text);
  });

  it('the first 10,000 lines of the ES6 number sequence have the published digests', () => {
    const lines: Readonly<Record<string, string>> = vectors.sequence.lines;
    const hash = createHash('sha256');
    const seen: Array<string | undefined> = [];
    let count = 0;
    for (const number of numberSequence()) {
      hash.update(sequenceLine(number, canonical(number)));
      count += 1;
      if (count === 1000 || count === 10_000) seen.push(hash.copy().digest('hex'));
      if (count === 10_000) break;
    }
    expect(seen).toEqual([lines['1000'], lines['10000']]);
  });

  it('each number of the sequence that is no integer beyond 2^53−1 is read back from its text', () => {
    let count = 0;
    let read = 0;
    for (const number of numberSequence()) {
      count += 1;
      if (count > 5000) break;
      const text = canonical(number);
      const back = readNumber(text, 0);
      if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
        expect(back).toEqual({ ok: false, fault: 'json_unsafe_integer' });
      } else {
        expect(back).toEqual({ ok: true, value: { number: number === 0 ? 0 : number, end: text.length } });
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(3000);
  });
});

describe('a number that a double keeps is taken, however it is spelled', () => {
  it.each([
    ['CA-03 -0', '-0', 0],
    ['CA-03 0.0', '0.0', 0],
    ['CA-03 a zero with an exponent', '0e999999', 0],
    ['an exponent', '15e-1', 1.5],
    ['an upper-case exponent with a sign', '1.5E+3', 1500],
    ['trailing zeros', '4.50', 4.5],
    ['a hundred zeros', `0.${'0'.repeat(100)}1e101`, 1],
    ['the largest integer', '9007199254740991', 2 ** 53 - 1],
    ['the largest integer with an exponent', '900719925474099.1e1', 2 ** 53 - 1],
    ['the largest kind of half', '2251799813685249.5', 2251799813685249.5],
    ['the smallest double', '5e-324', 5e-324],
    ['400 characters', `1.${'0'.repeat(398)}`, 1],
  ])('%s', (_, text, number) => {
    expect(readNumber(text, 0)).toEqual({ ok: true, value: { number, end: text.length } });
  });

  it('CA-03: -0 reads as 0, not as a second zero', () => {
    const read = readNumber('-0', 0);
    expect(read.ok && Object.is(read.value.number, 0)).toBe(true);
  });
});

describe('a number that would change is refused', () => {
  it.each([
    ['CA-05 2^53+1', '9007199254740993', 'json_unsafe_integer'],
    ['CA-05 2^53, which a double keeps', '9007199254740992', 'json_unsafe_integer'],
    ['CA-05 a negative one', '-9007199254740992', 'json_unsafe_integer'],
    ['CA-05 an exponent does not make it safe', '9.007199254740993e15', 'json_unsafe_integer'],
    ['CA-05 1e21', '1e21', 'json_unsafe_integer'],
    ['CA-04 beyond every double', '1e400', 'json_unsafe_integer'],
    ['CA-04 beyond every double, negative', '-1e400', 'json_unsafe_integer'],
    ['CA-07 one digit too many', '0.1000000000000000055511151231257827', 'json_inexact_number'],
    ['CA-07 a fraction that rounds to a safe integer', '9007199254740991.4', 'json_inexact_number'],
    ['CA-07 a half that no double has', '4503599627370497.5', 'json_inexact_number'],
    ['CA-07 what becomes 0', '1e-400', 'json_inexact_number'],
    ['CA-07 an endless exponent', `1e-${'9'.repeat(300)}`, 'json_inexact_number'],
    ['DO-01 a million digits', '1'.repeat(1_000_000), 'json_inexact_number'],
    ['401 characters', `1.${'0'.repeat(399)}`, 'json_inexact_number'],
    ['nothing', '', 'json_syntax'],
    ['a sign alone', '-', 'json_syntax'],
    ['a plus', '+1', 'json_syntax'],
    ['a point first', '.5', 'json_syntax'],
    ['Infinity', 'Infinity', 'json_syntax'],
    ['full-width digits', '\uff11', 'json_syntax'],
  ])('%s', (_, text, fault) => {
    expect(readNumber(text, 0)).toEqual({ ok: false, fault });
  });
});
