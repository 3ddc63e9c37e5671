import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, formatSeconds, parseInstant } from '../../../lib/core/time/instant.ts';

const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

describe('an instant', () => {
  it('is read and written as the platform does it, from 1970 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: last }), (at) => {
        const text = new Date(at).toISOString();
        expect(formatInstant(at)).toBe(text);
        expect(parseInstant(text)).toEqual({ ok: true, value: at });
        expect(parseInstant(formatSeconds(at))).toEqual({ ok: true, value: Math.floor(at / 1000) * 1000 });
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['1970-01-01', '1999-12-31', '2000-02-29', '2024-02-29', '2026-11-30', '2100-02-28', '9999-12-31'])(
    'on the edge of a month, %s, is read and written alike',
    (day) => {
      for (const time of ['00:00:00.000Z', '23:59:59.999Z']) {
        const read = parseInstant(`${day}T${time}`);
        expect(read).toEqual({ ok: true, value: Date.parse(`${day}T${time}`) });
        expect(read.ok && formatInstant(read.value)).toBe(`${day}T${time}`);
      }
    },
  );

  it('is written in whole seconds rounded down, as GitHub does', () => {
    expect(formatSeconds(1_999)).toBe('1970-01-01T00:00:01Z');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, last + 1])('cannot be written: %s', (at) => {
    expect(() => formatInstant(at)).toThrow(RangeError);
  });
});

describe('TM-02, TM-03: what is no instant in UTC is refused', () => {
  it.each([
    ['a day that the month lacks', '2026-02-30T00:00:00Z'],
    ['a leap day in a common year', '2026-02-29T00:00:00Z'],
    ['a leap day in 2100', '2100-02-29T00:00:00Z'],
    ['31 April', '2026-04-31T00:00:00Z'],
    ['32 January', '2026-01-32T00:00:00Z'],
    ['day 0', '2026-01-00T00:00:00Z'],
    ['month 0', '2026-00-10T00:00:00Z'],
    ['month 13', '2026-13-10T00:00:00Z'],
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['minute 60', '2026-01-01T00:60:00Z'],
    ['a leap second', '2026-06-30T23:59:60Z'],
    ['an offset', '2026-01-01T00:00:00+00:00'],
    ['no zone', '2026-01-01T00:00:00'],
    ['a small z', '2026-01-01T00:00:00z'],
    ['a space for the T', '2026-01-01 00:00:00Z'],
    ['one digit of a second', '2026-01-01T00:00:00.1Z'],
    ['microseconds', '2026-01-01T00:00:00.123456Z'],
    ['a comma', '2026-01-01T00:00:00,123Z'],
    ['a year before 1970', '1969-12-31T23:59:59Z'],
    ['a year of five digits', '12026-01-01T00:00:00Z'],
    ['a negative year', '-2026-01-01T00:00:00Z'],
    ['full-width digits', '２０２６-01-01T00:00:00Z'],
    ['a line feed behind it', '2026-01-01T00:00:00Z\n'],
    ['a space before it', ' 2026-01-01T00:00:00Z'],
    ['a day alone', '2026-01-01'],
    ['milliseconds since 1970', '1767225600000'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(parseInstant(text)).toEqual({ ok: false, fault: 'instant_invalid' });
  });
});
