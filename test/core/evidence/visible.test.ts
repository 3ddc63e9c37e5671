import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combiningMarks, hiddenCharacters } from '../../../lib/core/evidence/characters.ts';
import { isVisible, visible } from '../../../lib/core/evidence/visible.ts';
import { naughtyTexts } from '../../support/naughty.ts';

/** The escape of every code point from first to last. */
function escapesOf(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => {
    return `\\u{${(first + at).toString(16).toUpperCase().padStart(4, '0')}}`;
  }).join('');
}

function charactersOf(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
}

describe('a character without a shape of its own stands as its escape', () => {
  it.each<[string, number, number]>([
    ['EV-10 bidirectional embeddings and overrides', 0x202a, 0x202e],
    ['EV-10 bidirectional isolates', 0x2066, 0x2069],
    ['EV-10 left-to-right and right-to-left marks', 0x200e, 0x200f],
    ['EV-10 the Arabic letter mark', 0x61c, 0x61c],
    ['EV-11 zero-width characters', 0x200b, 0x200d],
    ['EV-11 word joiner and invisible operators', 0x2060, 0x2065],
    ['EV-11 deprecated format characters', 0x206a, 0x206f],
    ['EV-11 the byte order mark', 0xfeff, 0xfeff],
    ['EV-11 the soft hyphen', 0xad, 0xad],
    ['EV-11 the combining grapheme joiner', 0x34f, 0x34f],
    ['EV-11 Mongolian selectors and the vowel separator', 0x180b, 0x180f],
    ['EV-11 Hangul fillers', 0x115f, 0x1160],
    ['EV-11 the Hangul filler', 0x3164, 0x3164],
    ['EV-11 the half-width Hangul filler', 0xffa0, 0xffa0],
    ['EV-11 the blank of braille', 0x2800, 0x2800],
    ['EV-11 invisible vowels of Khmer', 0x17b4, 0x17b5],
    ['variation selectors', 0xfe00, 0xfe0f],
    ['tag characters and further selectors', 0xe0000, 0xe0fff],
    ['spaces that are not U+0020', 0x2000, 0x200a],
    ['the no-break space', 0xa0, 0xa0],
    ['the ideographic space', 0x3000, 0x3000],
    ['line and paragraph separators', 0x2028, 0x2029],
    ['EV-14 control characters up to the backspace', 0, 8],
    ['EV-14 vertical tab, form feed and carriage return', 0xb, 0xd],
    ['EV-14 the rest of C0, ESC among it', 0xe, 0x1f],
    ['EV-14 DEL and C1, the 8-bit CSI among it', 0x7f, 0x9f],
    ['EV-15 lone surrogates', 0xd800, 0xdbff],
    ['EV-15 private use', 0xe000, 0xf8ff],
    ['EV-15 noncharacters', 0xfdd0, 0xfdef],
    ['EV-15 U+FFFE and U+FFFF', 0xfffe, 0xffff],
    ['interlinear annotation and the object replacement', 0xfff9, 0xfffc],
    ['EV-15 a noncharacter beyond the first plane', 0x1fffe, 0x1ffff],
    ['EV-15 private use beyond the first plane', 0x10ff00, 0x10ffff],
  ])('%s', (_, first, last) => {
    const text = charactersOf(first, last);
    expect(visible(text)).toBe(escapesOf(first, last));
    expect(isVisible(text)).toBe(false);
  });

  it('EV-14: carriage returns are shown, also before a line feed; line feed and tab stay', () => {
    expect(visible('a\rb\r\nc\td')).toBe('a\\u{000D}b\\u{000D}\nc\td');
  });

  it('EV-15: a low surrogate alone, and a pair the wrong way round', () => {
    expect(visible('\udfff')).toBe('\\u{DFFF}');
    expect(visible('\ude02\ud83d')).toBe('\\u{DE02}\\u{D83D}');
  });

  it('EV-09: nothing is taken out, since what remains could join', () => {
    expect(visible('<!-\u200b- x -->')).toBe('<!-\\u{200B}- x -->');
    expect(visible('<!-<!-- x -->- evil -->')).toBe('<!-<!-- x -->- evil -->');
  });
});

describe('what can be seen stays as it is', () => {
  it.each([
    ['ASCII', charactersOf(0x20, 0x7e)],
    ['accents, composed and apart', '\u00e9 e\u0301'],
    [
      'scripts that read from the right',
      '\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u05e2\u05d1\u05e8\u05d9\u05ea',
    ],
    ['Vietnamese with two marks on a letter', 'Vie\u0323\u0302t'],
    ['Thai', '\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48'],
    ['Chinese and emoji', '\u6f22\u5b57 \u{1f602}'],
    ['the replacement character', '\ufffd'],
    ['an escape that the text itself holds', '\\u{202E}'],
    ['line feeds and tabs', 'a\n\tb'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(visible(text)).toBe(text);
    expect(isVisible(text)).toBe(true);
  });
});

describe('EV-13: marks pile up to four', () => {
  const mark = '\u0301';

  it('the fifth and further ones stand as escapes', () => {
    expect(visible(`e${mark.repeat(4)}`)).toBe(`e${mark.repeat(4)}`);
    expect(visible(`e${mark.repeat(6)}f`)).toBe(`e${mark.repeat(4)}\\u{0301}\\u{0301}f`);
  });

  it('10,000 of them', () => {
    const shown = visible(`e${mark.repeat(10_000)}`);
    expect(shown.split(mark)).toHaveLength(5);
    expect(isVisible(shown)).toBe(true);
  });

  it('of every script, also outside of the first plane', () => {
    expect(visible(`a${'\u0e49'.repeat(5)}`)).toMatch(/\\u\{0E49\}$/);
    expect(visible(`a${'\u{1d167}'.repeat(5)}`)).toMatch(/\\u\{1D167\}$/);
  });

  it('a hidden character between them does not start a new pile', () => {
    expect(visible(`e${mark.repeat(3)}\u034f${mark.repeat(3)}`)).toBe(
      `e${mark.repeat(3)}\\u{034F}${mark.repeat(3)}`,
    );
  });
});

describe('laws', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('a', '\u0301', '\u200b', '\ud83d', '\ude02', '\\u{', '}', '\n', '\r'))
      .map((parts) => parts.join('')),
    fc.constantFrom(...naughtyTexts),
  );

  it('visible is idempotent, and isVisible says whether it would change anything', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = visible(text);
        expect(visible(shown)).toBe(shown);
        expect(isVisible(shown)).toBe(true);
        expect(isVisible(text)).toBe(shown === text);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(text.length * 8);
      }),
      { numRuns: 5000 },
    );
  });

  it('isVisible keeps no state from one call to the next', () => {
    expect([isVisible('a\u200b'), isVisible('a\u200b'), isVisible('a'), isVisible('a\u200b')]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('DO-12: naughty texts become visible', () => {
    for (const text of naughtyTexts) expect(isVisible(visible(text))).toBe(true);
  });
});

describe('the tables', () => {
  it('hide whatever this platform knows as control, format, blank, ignorable or unassigned for ever', () => {
    const platform =
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;
    const missed: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (platform.test(character) && isVisible(character)) missed.push(point.toString(16));
    }
    expect(missed).toEqual(['9', 'a', '20']);
  });

  it('are ranges in order that do not touch', () => {
    for (const table of [hiddenCharacters, combiningMarks]) {
      const points = [...table.matchAll(/(-?)\\u\{([0-9a-f]+)\}/g)].map(([, dash, digits]) => ({
        point: Number.parseInt(digits ?? '', 16),
        first: dash === '',
      }));
      expect(points.length).toBeGreaterThan(60);
      for (const [at, { point, first }] of points.entries()) {
        const before = points[at - 1]?.point ?? -2;
        expect(point).toBeGreaterThan(first ? before + 1 : before);
      }
    }
  });
});
