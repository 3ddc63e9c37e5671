import { describe, expect, it } from 'vitest';
import {
  anyObject,
  either,
  exactly,
  flag,
  integer,
  list,
  maxFaults,
  nullable,
  object,
  oneOf,
  pattern,
  readShape,
  text,
  type Shape,
} from '../../../lib/core/json/shape.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';

const person = object({
  name: text('a name', 5),
  age: integer(0, 150),
  mail: nullable(pattern('an address', /^[a-z]{1,9}@[a-z]{1,9}$/)),
  roles: list(oneOf('read', 'write'), 2),
});
const base = { name: 'kim', age: 3, mail: null, roles: ['read'] };

/** The paths at which a value is wrong, or null when it is read. */
function paths<Value>(shape: Shape<Value>, value: JsonValue): readonly string[] | null {
  const read = readShape(shape, value);
  return read.ok ? null : read.fault.map((fault) => fault.path);
}

describe('an object', () => {
  it('is read with exactly its members', () => {
    expect(readShape(person, base)).toEqual({ ok: true, value: base });
  });

  it.each<[string, JsonValue, readonly string[]]>([
    ['CA-18 a missing member', { name: 'kim', age: 3, mail: null }, ['roles']],
    ['CA-18 a member too many', { ...base, extra: 1 }, ['extra']],
    ['a wrong one', { ...base, age: 151 }, ['age']],
    [
      'several at once',
      { name: 'kimberly', age: -1, mail: 'x', roles: ['own', 'read'] },
      ['name', 'age', 'mail', 'roles[0]'],
    ],
    ['a list', [], ['(document)']],
    ['null', null, ['(document)']],
    ['a text', 'kim', ['(document)']],
    [
      'CA-10 __proto__ as a member too many',
      JSON.parse('{"name":"kim","age":3,"mail":null,"roles":[],"__proto__":{}}'),
      ['__proto__'],
    ],
  ])('names the place of %s', (_, value, expected) => {
    expect(paths(person, value)).toEqual(expected);
  });

  it('does not take an inherited member for its own', () => {
    expect(paths(object({ toString: text('a text', 9) }), {})).toEqual(['toString']);
    expect(paths(object({}), JSON.parse('{"hasOwnProperty":1}'))).toEqual(['hasOwnProperty']);
  });

  it('gives the path through objects and lists', () => {
    const shape = object({ people: list(person, 5) });
    expect(paths(shape, { people: [base, { ...base, age: 0.5 }] })).toEqual(['people[1].age']);
  });

  it('shows no name of the document’s that could deceive its reader', () => {
    const names = ['a b', 'x\u202ey', '', '[click](https://x.example)', 'a'.repeat(65), 'a.b'];
    const value = Object.fromEntries(names.map((name) => [name, 1]));
    expect(paths(object({}), value)).toEqual(names.map(() => '(unreadable name)'));
  });

  it('DO-01: lists a bounded number of faults, whatever the document holds', () => {
    const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`m${at}`, 0]));
    expect(paths(object({ inner: object({}) }), { inner: many })).toHaveLength(maxFaults);
    const wrong = Array.from({ length: 1000 }, () => 'x');
    expect(paths(list(flag(), 1000), wrong)).toHaveLength(maxFaults);
    const members = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`m${at}`, flag()]));
    expect(paths(object(members), {})).toHaveLength(maxFaults);
  });
});

describe('a simple shape', () => {
  it.each<[string, Shape<unknown>, JsonValue, boolean]>([
    ['a text at its length', text('x', 3), 'abc', true],
    ['a text over its length', text('x', 3), 'abcd', false],
    ['a text that is not accepted', text('x', 3, (given) => given === 'a'), 'b', false],
    ['a number for a text', text('x', 3), 1, false],
    ['a text that matches', pattern('x', /^[a-z]{2}$/), 'ab', true],
    ['a text that matches in part', pattern('x', /[a-z]{2}/), 'abc', false],
    ['an alternative that is not anchored', pattern('x', /^a|b$/), 'ab', false],
    ['a line feed behind a match', pattern('x', /^[a-z]{2}$/), 'ab\n', false],
    ['a number for a pattern', pattern('x', /^1$/), 1, false],
    ['an integer at the bound', integer(1, 3), 3, true],
    ['an integer over the bound', integer(1, 3), 4, false],
    ['an integer under the bound', integer(1, 3), 0, false],
    ['a fraction', integer(1, 3), 1.5, false],
    ['an integer as a text', integer(1, 3), '2', false],
    ['true', flag(), true, true],
    ['a text for a flag', flag(), 'true', false],
    ['one of the choices', oneOf('a', 'b'), 'b', true],
    ['none of the choices', oneOf('a', 'b'), 'c', false],
    ['a name that objects have', oneOf('a', 'b'), 'toString', false],
    ['exactly the text', exactly('a'), 'a', true],
    ['another text', exactly('a'), 'A', false],
    ['null where it may be', nullable(flag()), null, true],
    ['a flag where null may be', nullable(flag()), false, true],
    ['neither', nullable(flag()), 0, false],
    ['any object', anyObject(), { x: [1] }, true],
    ['a list for an object', anyObject(), [], false],
    ['null for an object', anyObject(), null, false],
    ['a list at its length', list(flag(), 2), [true, false], true],
    ['a list over its length', list(flag(), 2), [true, false, true], false],
    ['an object for a list', list(flag(), 2), {}, false],
    ['the first of two', either(flag(), integer(1, 2)), true, true],
    ['the second of two', either(flag(), integer(1, 2)), 2, true],
    ['neither of two', either(flag(), integer(1, 2)), 'x', false],
  ])('%s', (_, shape, value, accepted) => {
    const read = readShape(shape, value);
    expect(read.ok).toBe(accepted);
    if (read.ok) expect(read.value).toEqual(value);
  });

  it('says what was expected', () => {
    expect(readShape(oneOf('a', 'b'), 'c')).toEqual({
      ok: false,
      fault: [{ path: '(document)', expected: '"a" or "b"' }],
    });
  });

  it.each(['g', 'y', 'm'])(
    'does not take a pattern with the flag %s, which would accept by turns or by line',
    (flags) => {
      expect(() => pattern('x', new RegExp('^a$', flags))).toThrow(TypeError);
    },
  );
});
