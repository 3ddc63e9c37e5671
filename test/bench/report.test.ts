import { describe, expect, it } from 'vitest';
import { holds, type Finding, type Measure } from '../../bench/measure.ts';
import { allHold, lastLine, table } from '../../bench/report.ts';

const finding: Finding = { name: 'hash.vsPlain', value: 2.5, bound: 3, reason: 'hashing must stay cheap' };

describe('a finding', () => {
  it.each([
    [2.999, true],
    [3, true],
    [3.0001, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    [Number.NEGATIVE_INFINITY, false],
  ])('of %d with a bound of 3 holds: %s', (value, expected) => {
    expect(holds({ ...finding, value })).toBe(expected);
  });

  it('that does not hold makes the whole fail, and so does none at all', () => {
    expect(allHold([finding, finding])).toBe(true);
    expect(allHold([finding, { ...finding, value: 3.1 }])).toBe(false);
    expect(allHold([])).toBe(false);
  });
});

describe('the last line', () => {
  it('is one JSON object of value, bound and holds', () => {
    const line = lastLine([finding, { ...finding, name: 'requests.total', value: 16, bound: 15 }]);
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toEqual({
      'hash.vsPlain': { value: 2.5, bound: 3, holds: true },
      'requests.total': { value: 16, bound: 15, holds: false },
    });
  });

  it('judges what was measured, not what is shown', () => {
    expect(JSON.parse(lastLine([{ ...finding, value: 3.0004 }]))).toEqual({
      'hash.vsPlain': { value: 3, bound: 3, holds: false },
    });
  });
});

describe('the table', () => {
  const measure: Pick<Measure, 'names'> = { names: ['hash.vsPlain'] };
  const rows = [
    { what: 'ours', unit: 'µs', iterations: 200, samples: [5, 4, 30] },
    { what: 'plain', unit: 'µs', iterations: 200, samples: [2, 1, 3] },
  ] as const;

  it('says the load, how often, the minimum, the median, the bound and whether it holds', () => {
    const text = table(measure, { load: 'hash: one page', rows, findings: [finding] });
    expect(text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '|'))).toEqual([
      'hash: one page',
      'ours|3 × 200|min 4.00|median 5.00 µs',
      'plain|3 × 200|min 1.00|median 2.00 µs',
      'hash.vsPlain|2.50|at most 3|holds',
      '',
    ]);
  });

  it('says why the bound is what it is where it does not hold', () => {
    const text = table(measure, { load: '', rows, findings: [{ ...finding, value: 4 }] });
    expect(text).toContain('DOES NOT HOLD: hashing must stay cheap');
  });
});
