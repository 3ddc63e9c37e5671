import { describe, expect, it } from 'vitest';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { documentBounds, parseJson } from '../../../lib/core/json/parse.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';

/** Hands a value to the canonicaliser that its type forbids. */
function write(value: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return canonical(value as JsonValue);
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

class Money {
  readonly amount = 1;
}

const hole: unknown[] = [1, 2];
Reflect.deleteProperty(hole, '1');
const holeAndMember: unknown[] = Object.assign([...hole], { more: 5 });
Reflect.deleteProperty(holeAndMember, '1');

describe('what JSON cannot say throws (CA-12)', () => {
  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['NaN (CA-04)', Number.NaN],
    ['Infinity (CA-04)', Number.POSITIVE_INFINITY],
    ['a lone surrogate (CA-09)', 'a\ud800'],
    ['a lone surrogate in a name (CA-09)', { '\udead': 1 }],
    ['undefined in an array', [undefined]],
    ['a class instance', new Money()],
    ['an Array of another prototype', Object.setPrototypeOf([1], Money.prototype)],
    ['a Map', new Map()],
    ['a Set', new Set()],
    ['a boxed string', Object('x')],
    ['a boxed number', Object(1)],
    ['bytes', new Uint8Array(2)],
    ['a RegExp', /x/],
    ['an Error', new Error('x')],
    ['a symbol as a name', { [Symbol.toStringTag]: 'x' }],
    ['a hidden member', Object.defineProperty({}, 'a', { value: 1, enumerable: false })],
    ['a hidden item', Object.defineProperty([1], '0', { value: 1, enumerable: false })],
    ['a getter in an array', Object.defineProperty([0], '0', { get: () => 1, enumerable: true })],
    ['an array with a member of its own', Object.assign([1], { more: 1 })],
    ['an array with a hole', hole],
    ['an array with a hole and a member of its own', holeAndMember],
    ['an object that contains itself', Object.assign({}, { toString: 1 }, { self: globalThis })],
  ])('%s', (_, value) => {
    expect(() => write(value)).toThrow(TypeError);
  });

  it('a getter is never called', () => {
    let calls = 0;
    const value = {
      get a() {
        calls += 1;
        return calls;
      },
    };
    expect(() => write([value])).toThrow(TypeError);
    expect(calls).toBe(0);
  });

  it('an array cannot bring a map() of its own', () => {
    const items = Object.assign([1, 2], { map: () => ['9'] });
    Reflect.deleteProperty(items, '1');
    expect(() => write(items)).toThrow(TypeError);
  });
});

describe('what JSON can say is written', () => {
  it('members of an object without a prototype', () => {
    expect(write(Object.assign(Object.create(null), { b: 1, a: [] }))).toBe('{"a":[],"b":1}');
  });

  it.each([2, 31, 32, 33, 64, 500])('%i names in any order are written sorted by code units', (count) => {
    const sorted = Array.from({ length: count }, (_, index) => String.fromCodePoint(0x61 + index * 7));
    const expected = `{${sorted.map((name) => `"${name}":1`).join(',')}}`;
    const middle = count >> 1;
    for (const names of [
      sorted,
      sorted.toReversed(),
      [...sorted.slice(middle), ...sorted.slice(0, middle)],
      [...sorted.filter((_, index) => index % 2 === 1), ...sorted.filter((_, index) => index % 2 === 0)],
    ])
      expect(canonical(Object.fromEntries(names.map((name) => [name, 1])))).toBe(expected);
  });

  it('a value that occurs twice, which is no cycle', () => {
    const shared = { a: 1 };
    expect(canonical([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it('CA-10: __proto__ as an own member survives parsing, copying and writing', () => {
    const parsed = parseJson('{"__proto__":{"admin":true},"constructor":{"prototype":1}}');
    const copy: JsonValue = parsed.ok ? structuredClone(parsed.value) : null;
    expect(canonical(copy)).toBe('{"__proto__":{"admin":true},"constructor":{"prototype":1}}');
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('the escapes are those of RFC 8785, section 3.2.2.2, and no others', () => {
    expect(canonical('\u0000\b\t\n\u000b\f\r\u001f"\\/\u007f\u0080\u2028\u{1f602}')).toBe(
      '"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\"\\\\/\u007f\u0080\u2028\u{1f602}"',
    );
  });

  it('long strings are written as short ones are', () => {
    for (const length of [63, 64, 65, 1000])
      expect(canonical('x'.repeat(length))).toBe(`"${'x'.repeat(length)}"`);
    expect(canonical(`${'x'.repeat(80)}"`)).toBe(`"${'x'.repeat(80)}\\""`);
  });

  it('CA-08: NFC, NFD, a ligature and look-alikes stay different texts', () => {
    const texts = ['\u00e9', 'e\u0301', '\ufb01', 'fi', '\u212a', 'K', 'k', '\u0430', 'a'].map((text) =>
      canonical(text),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('depth (CA-11)', () => {
  it('64 levels are written and read, 65 are refused by both', () => {
    const parsed = parseJson(nested(64));
    expect(parsed.ok && canonical(parsed.value)).toBe(nested(64));
    expect(parseJson(nested(65))).toEqual({ ok: false, fault: { code: 'json_too_deep', offset: 64 } });
    expect(() => write(JSON.parse(nested(65)))).toThrow(/nested deeper than 64/);
    expect(() => write(JSON.parse('{"a":'.repeat(65) + '1' + '}'.repeat(65)))).toThrow(
      /nested deeper than 64/,
    );
  });

  it('100,000 levels are a clean refusal', () => {
    expect(parseJson(nested(100_000))).toEqual({ ok: false, fault: { code: 'json_too_deep', offset: 64 } });
    expect(documentBounds.maxLength).toBeGreaterThan(200_000);
  });

  it('a cycle is a clean refusal', () => {
    const value: Record<string, unknown> = {};
    value['self'] = [value];
    expect(() => write(value)).toThrow(/or a cycle/);
  });
});
