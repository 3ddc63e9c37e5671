import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundExcerpt } from '../../../lib/core/evidence/bound.ts';
import { isVisible, visible } from '../../../lib/core/evidence/visible.ts';
import { utf8Length } from '../../../lib/core/json/utf8.ts';
import { naughtyTexts } from '../../support/naughty.ts';

const line = /\[… (\d+) of (\d+) bytes left out …\]\n/;

/** Head, tail and byte counts of a shortened excerpt. */
function parts(excerpt: string): { head: string; tail: string; leftOut: number; of: number } {
  const [head = '', leftOut, of, tail = ''] = excerpt.split(line);
  return { head, tail, leftOut: Number(leftOut), of: Number(of) };
}

describe('a text that fits', () => {
  it.each([
    [
      'as it is',
      'payments: degraded\n',
      100,
      { excerpt: 'payments: degraded\n', shortened: false, escaped: false },
    ],
    ['at its very length', 'é漢', 5, { excerpt: 'é漢', shortened: false, escaped: false }],
    ['with escapes', 'a\u202e', 9, { excerpt: 'a\\u{202E}', shortened: false, escaped: true }],
    [
      'where nothing is allowed and nothing is there',
      '',
      0,
      { excerpt: '', shortened: false, escaped: false },
    ],
  ])('is shown whole, %s', (_, text, maxBytes, expected) => {
    expect(boundExcerpt(text, maxBytes)).toEqual(expected);
  });
});

describe('EV-16: a text that does not fit', () => {
  it('shows head and tail, and how much is left out between them', () => {
    const text = `${'head '.repeat(40)}${'middle '.repeat(1000)}${'tail '.repeat(40)}`;
    const { excerpt, shortened, escaped } = boundExcerpt(text, 200);
    const { head, tail, leftOut, of } = parts(excerpt);
    expect({ shortened, escaped }).toEqual({ shortened: true, escaped: false });
    expect(head).toMatch(/^head head .*\n$/);
    expect(tail).toMatch(/ tail tail $/);
    expect(of).toBe(text.length);
    expect(leftOut).toBe(text.length - (head.length - 1) - tail.length);
    expect(utf8Length(excerpt)).toBeLessThanOrEqual(200);
    expect(utf8Length(excerpt)).toBeGreaterThan(190);
  });

  it('adds no empty line behind a head that ends a line', () => {
    const { excerpt } = boundExcerpt('\n'.repeat(500), 100);
    expect(parts(excerpt).head).toMatch(/^\n+$/);
    expect(excerpt.split(line)[0]).toHaveLength(parts(excerpt).head.length);
  });

  it('is one byte too long once it is escaped', () => {
    const text = `${'x'.repeat(192)}\u202e`;
    expect(boundExcerpt(text, 200).shortened).toBe(false);
    expect(boundExcerpt(text, 199)).toMatchObject({ shortened: true, escaped: true });
  });

  it('is empty where not even our line fits', () => {
    expect(boundExcerpt('x'.repeat(1000), 30)).toEqual({ excerpt: '', shortened: true, escaped: false });
    expect(boundExcerpt('x'.repeat(1000), 0)).toEqual({ excerpt: '', shortened: true, escaped: false });
  });

  it('shows our line alone where no character fits beside it', () => {
    const alone = '[… 400 of 400 bytes left out …]\n';
    // One byte for a line end before it, and three, which no character of four bytes fits.
    expect(boundExcerpt('\u{1f602}'.repeat(100), utf8Length(alone) + 4).excerpt).toBe(alone);
  });

  it.each([
    ['pairs', '\u{1f602}'],
    ['three bytes', '漢'],
    ['escapes', '\u200b'],
    ['escapes of eight characters', '\u{e0061}'],
    ['lone surrogates', '\ud800'],
    ['marks', '\u0301'],
  ])('cuts neither characters nor escapes: %s', (_, unit) => {
    const text = unit.repeat(300);
    for (let maxBytes = 60; maxBytes < 140; maxBytes += 1) {
      const { excerpt, shortened } = boundExcerpt(text, maxBytes);
      const { head, tail, leftOut } = parts(excerpt);
      const pieces = [head.replace(/\n$/, ''), tail].map((part) => {
        return part.replaceAll(/\\u\{([0-9A-F]{4,6})\}/g, (__, digits: string) =>
          String.fromCodePoint(Number.parseInt(digits, 16)),
        );
      });
      expect(shortened).toBe(true);
      expect(pieces.join('')).toBe(unit.repeat(pieces.join('').length / unit.length));
      expect(leftOut).toBe(utf8Length(text) - utf8Length(pieces[0] ?? '') - utf8Length(pieces[1] ?? ''));
      expect(utf8Length(excerpt)).toBeLessThanOrEqual(maxBytes);
    }
  });
});

describe('laws', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          '\u0301',
          '\u200b',
          '\ud83d',
          '\ude02',
          '\u{1f602}',
          'é',
          '\n',
          '[… 1 of 2 bytes left out …]\n',
        ),
        { maxLength: 200 },
      )
      .map((all) => all.join('')),
    fc.constantFrom(...naughtyTexts),
  );

  it('an excerpt is visible and within its bytes, and whole exactly when it is not shortened', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 400 }), (text, maxBytes) => {
        const { excerpt, shortened } = boundExcerpt(text, maxBytes);
        expect(isVisible(excerpt)).toBe(true);
        expect(utf8Length(excerpt)).toBeLessThanOrEqual(maxBytes);
        expect(shortened).toBe(utf8Length(visible(text)) > maxBytes);
        expect(shortened || excerpt === visible(text)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('a larger bound never turns a whole excerpt into a shortened one', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 400 }), (text, maxBytes) => {
        expect(boundExcerpt(text, maxBytes).shortened || !boundExcerpt(text, maxBytes + 1).shortened).toBe(
          true,
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('EV-16: 10 MB cost little more than counting them', () => {
  it.each([
    ['one line', 'x'.repeat(10_000_000)],
    ['a million lines', 'ten bytes\n'.repeat(1_000_000)],
    ['zero-width spaces', '\u200b'.repeat(5_000_000)],
    ['marks', '\u0301'.repeat(5_000_000)],
    ['lone surrogates', '\ud800'.repeat(5_000_000)],
  ])('%s', (_, text) => {
    const start = performance.now();
    const { excerpt } = boundExcerpt(text, 8000);
    // A guard: escaping all of it takes seconds, and half a gigabyte.
    expect(performance.now() - start).toBeLessThan(2000);
    expect(utf8Length(excerpt)).toBeGreaterThan(7900);
    expect(utf8Length(excerpt)).toBeLessThanOrEqual(8000);
  });
});
