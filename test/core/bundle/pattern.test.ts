import { assert, constantFrom, array, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPattern, parsePattern } from '../../../lib/core/bundle/pattern.ts';

function matches(source: string, text: string): boolean {
  const pattern = parsePattern(source);
  if (!pattern.ok) throw new Error(`${source}: ${pattern.fault}`);
  return matchesPattern(pattern.value, text);
}

describe('a parameter’s pattern', () => {
  it.each([
    ['abc', 'abc', 'ab'],
    ['[a-c]', 'b', 'd'],
    ['[^a-c]', 'd', 'a'],
    ['a?b', 'b', 'aab'],
    ['a*', '', 'b'],
    ['a+', 'aaa', ''],
    ['[a-z0-9][a-z0-9-]{0,62}', 'payments-2', '-payments'],
    ['a{2}', 'aa', 'aaa'],
    ['a{2,3}', 'aaa', 'a'],
    ['a{0}b', 'b', 'ab'],
    ['a*ab', 'aaab', 'aaa'],
    [String.raw`v\.[0-9]+`, 'v.12', 'vx12'],
    [String.raw`[\]\\^-]+`, String.raw`]\^-`, 'a'],
    ['[é-ü🎉]', '🎉', 'x'],
    ['[ab]+[bc]{2}', 'abbc', 'ab'],
  ])('%s takes %j and not %j', (source, yes, no) => {
    expect(matches(source, yes)).toBe(true);
    expect(matches(source, no)).toBe(false);
  });

  it.each([
    '',
    '(a)',
    'a|b',
    'a++',
    '[a',
    'a]',
    '[]',
    '[z-a]',
    'a{3,2}',
    'a{1001}',
    '[a]{600}[b]{600}',
    String.raw`\d`,
    '^a',
    'a$',
    '.',
    'a{',
    'x'.repeat(201),
    '(a+)+b',
    '(a|a)*b',
    String.raw`(a)\1`,
    '(?=a)b',
  ])('DO-03: %j is refused rather than read in another sense', (source) => {
    expect(parsePattern(source)).toEqual({ ok: false, fault: 'pattern_invalid' });
  });

  it('agrees with a regular expression, whole, on what both can say', () => {
    const item = constantFrom('a', '[ab]', '[^a]', 'b?', 'a*', '[bc]+', 'c{2}', 'a{1,2}', '[a-c]{0,3}');
    const text = array(constantFrom('a', 'b', 'c'), { maxLength: 8 });
    assert(
      property(array(item, { minLength: 1, maxLength: 5 }), text, (items, letters) => {
        const source = items.join('');
        expect(matches(source, letters.join(''))).toBe(new RegExp(`^(?:${source})$`).test(letters.join('')));
      }),
    );
  });

  it('DO-02: a pattern that would hang a regular expression is done in bounded work', () => {
    const source = '[a]*'.repeat(49);
    expect(matches(source, `${'a'.repeat(999)}!`)).toBe(false);
    expect(matches('[a]{0,999}', 'a'.repeat(1000))).toBe(false);
  });
});
