import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentBounds, parseJson, type JsonFaultCode } from '../../../lib/core/json/parse.ts';
import { anyJsonValue } from '../../support/json-value.ts';

function fault(text: string): unknown {
  const read = parseJson(text);
  return read.ok ? read : read.fault;
}

function platform(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

describe('a text is refused at the place where it goes wrong', () => {
  it.each<[string, string, JsonFaultCode, number]>([
    ['nothing', '', 'json_syntax', 0],
    ['white space alone', ' \n\t\r', 'json_syntax', 4],
    ['CA-01 a duplicate key', '{"a":1,"a":2}', 'json_duplicate_key', 7],
    ['CA-01 a duplicate key, once escaped', '{"a":1,"\\u0061":2}', 'json_duplicate_key', 7],
    ['CA-01 a duplicate key, nested', '{"x":[{"k":1,"k":2}]}', 'json_duplicate_key', 13],
    ['CA-01 __proto__ twice', '{"__proto__":1,"__proto__":2}', 'json_duplicate_key', 15],
    ['CA-04 NaN', 'NaN', 'json_syntax', 0],
    ['CA-04 1e400', '[1e400]', 'json_unsafe_integer', 1],
    ['CA-05 2^53+1', '{"id":9007199254740993}', 'json_unsafe_integer', 6],
    ['CA-07 a decimal that a double changes', '[0.10000000000000001]', 'json_inexact_number', 1],
    ['CA-09 an escaped lone surrogate', '["\\ud83d"]', 'json_lone_surrogate', 1],
    ['CA-09 an escaped lone surrogate as a name', '{"\\udead":1}', 'json_lone_surrogate', 1],
    ['CA-09 an escaped pair the wrong way round', '"\\ude02\\ud83d"', 'json_lone_surrogate', 0],
    ['CA-09 a raw lone surrogate', '["ab\ud83d"]', 'json_lone_surrogate', 4],
    ['CA-09 a raw lone surrogate after a pair', '["\u{1f602}\udead"]', 'json_lone_surrogate', 4],
    ['CA-09 a raw half and an escaped half', '["\ud83d\\ude02"]', 'json_lone_surrogate', 2],
    ['CA-09 an escaped half and a raw half', '["\\ud83d\ude02"]', 'json_lone_surrogate', 8],
    ['CA-09 a byte order mark', '\ufeff{}', 'json_syntax', 0],
    ['a second value', '{} {}', 'json_trailing_text', 3],
    ['a letter behind a word', 'nullx', 'json_trailing_text', 4],
    ['a word cut short', '[tru]', 'json_syntax', 1],
    ['a word in capitals', 'True', 'json_syntax', 0],
    ['a leading zero', '[01]', 'json_syntax', 2],
    ['a point without digits', '[1.]', 'json_syntax', 2],
    ['a comma at the end of an array', '[1,]', 'json_syntax', 3],
    ['a comma at the end of an object', '{"a":1,}', 'json_syntax', 7],
    ['a comma alone', '[,]', 'json_syntax', 1],
    ['two commas', '[1,,2]', 'json_syntax', 3],
    ['no comma', '[1 2]', 'json_syntax', 3],
    ['no colon', '{"a" 1}', 'json_syntax', 5],
    ['a name without quotes', '{a:1}', 'json_syntax', 1],
    ['a name that is a number', '{1:1}', 'json_syntax', 1],
    ['single quotes', "['a']", 'json_syntax', 1],
    ['an open array', '[1', 'json_syntax', 2],
    ['an open object', '{"a":1', 'json_syntax', 6],
    ['a name at the end', '{"a"', 'json_syntax', 4],
    ['an object that ends behind its brace', '{', 'json_syntax', 1],
    ['an open string', '"abc', 'json_syntax', 4],
    ['a raw line feed in a string', '"a\nb"', 'json_syntax', 2],
    ['an escape that JSON lacks', '"\\x41"', 'json_syntax', 1],
    ['an escape named like a member of every object', '"\\constructor"', 'json_syntax', 1],
    ['an escape at the end', '"\\', 'json_syntax', 1],
    ['a short \\u', '"\\u12"', 'json_syntax', 1],
    ['a \\u of full-width digits', '"\\u\uff11\uff12\uff13\uff14"', 'json_syntax', 1],
    ['a comment', '{/*x*/}', 'json_syntax', 1],
    ['a vertical tab', '\u000b{}', 'json_syntax', 0],
    ['a no-break space', '\u00a0{}', 'json_syntax', 0],
    ['a line separator between values', '[1,\u20281]', 'json_syntax', 3],
  ])('%s', (_, text, code, offset) => {
    expect(fault(text)).toEqual({ code, offset });
  });
});

describe('a strict text is read', () => {
  it.each<[string, string]>([
    ['every escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE02"'],
    ['an escaped pair and a raw one', '["\\ud83d\\ude02","\u{1f602}"]'],
    ['characters outside of ASCII, noncharacters too', '"é漢\u{1f602}\ufffe\u007f\u2028"'],
    ['white space everywhere', ' \t\r\n[ 1 , { "a" : null , "b" : [ ] } , { } , true , false ] \n'],
    ['names that objects have by nature', '{"toString":1,"hasOwnProperty":2,"constructor":3}'],
  ])('%s', (_, text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('CA-10: __proto__ is a member like any other', () => {
    const read = parseJson('{"__proto__":{"admin":true}}');
    expect(read.ok && Object.hasOwn(Object(read.value), '__proto__')).toBe(true);
    expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });
});

describe('bounds', () => {
  it('DO-01: a text over the length is refused before any work, at the bound it is read', () => {
    const text = `"${'x'.repeat(8)}"`;
    expect(parseJson(text, { maxLength: 10, maxDepth: 1 }).ok).toBe(true);
    expect(parseJson(text, { maxLength: 9, maxDepth: 1 })).toEqual({
      ok: false,
      fault: { code: 'json_too_long', offset: 9 },
    });
    expect(fault('\ud800'.repeat(documentBounds.maxLength + 1))).toEqual({
      code: 'json_too_long',
      offset: documentBounds.maxLength,
    });
  });

  it('CA-11: the depth counts arrays and objects alike', () => {
    const bounds = { maxLength: 1000, maxDepth: 2 };
    expect(parseJson('[{"a":1},[]]', bounds).ok).toBe(true);
    expect(parseJson('[{"a":[]}]', bounds)).toEqual({
      ok: false,
      fault: { code: 'json_too_deep', offset: 6 },
    });
    expect(parseJson('1', { maxLength: 1000, maxDepth: 0 }).ok).toBe(true);
  });

  it('a depth that the stack cannot hold is a fault of the caller, not of the text', () => {
    const text = '['.repeat(500_000);
    expect(() => parseJson(text, { maxLength: text.length, maxDepth: text.length })).toThrow(RangeError);
  });

  it('DO-01: a full document of one kind of token is read', () => {
    const length = documentBounds.maxLength;
    const texts = [
      `[${'1,'.repeat(length / 2 - 2)}1]`,
      `"${'\\u0041'.repeat(Math.floor((length - 2) / 6))}"`,
      `${' '.repeat(length - 1)}1`,
      `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":0`).join(',')}}`,
    ];
    expect(texts.map((text) => parseJson(text).ok)).toEqual([true, true, true, true]);
  });
});

describe('beside JSON.parse', () => {
  const piece = fc.constantFrom(
    ...'{ } [ ] : , " \\'.split(' '),
    ' ',
    '\n',
    '1',
    '-',
    '0',
    '.',
    'e',
    'true',
    'null',
    '"a"',
    '\\u0061',
    '\ud800',
    'x',
  );

  it('what is read here, the platform reads alike; it never refuses what we take', () => {
    const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const altered = fc.tuple(anyJsonValue, fc.nat(), piece, fc.boolean()).map(([value, at, part, insert]) => {
      const text = JSON.stringify(value);
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + (insert ? part : '') + text.slice(insert ? cut : cut + 1);
    });
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(soup, altered), (text) => {
        const read = parseJson(text);
        if (!read.ok) return;
        taken += 1;
        const expected = platform(text);
        expect(expected).not.toBeNull();
        expect(JSON.stringify(read.value)).toBe(JSON.stringify(expected?.value));
      }),
      { numRuns: 5000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('what the platform refuses, is refused here', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('');
        if (platform(text) === null) expect(parseJson(text).ok).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });
});
