import { describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../../lib/core/bundle/functions.ts';
import { matchText, parseMatchPattern } from '../../../lib/core/bundle/match.ts';

describe('a pattern that evidence may pass', () => {
  it.each(['[0-9a-f]{40}', 'v[0-9]+\\.[0-9]+', '[A-Za-z0-9_./:-]{1,40}', '[1-9][0-9]{0,8}'])('%s', (source) =>
    expect(parseMatchPattern(source).ok).toBe(true),
  );

  it.each(['[^a]+', '[ -~]+', '@[a-z]+', '#[0-9]+', '[a-z<]+', '[Z-a]', '[a-zä]', '(a+)+', '', '[`]'])(
    '%s lets markup, mentions or commands through',
    (source) => expect(parseMatchPattern(source)).toEqual({ ok: false, fault: 'pattern_invalid' }),
  );
});

describe('match()', () => {
  it('gives the text where all of it fits', () => {
    expect(matchText('a1b2', '[0-9a-f]{4}')).toBe('a1b2');
    expect(bundleFunctions.match('a1b2', '[0-9a-f]{4}')).toBe('a1b2');
  });

  it.each([
    ['a1b2\n', '[0-9a-f]{4}'],
    ['xa1b2', '[0-9a-f]{4}'],
    ['a'.repeat(201), 'a*'],
    ['a', '.*'],
  ])('refuses %j, and never tells it', (text, pattern) => {
    expect(matchText(text, pattern)).toBeNull();
    expect(() => bundleFunctions.match(text, pattern)).toThrow(`the value does not match ${pattern}`);
  });

  it('the other functions are those of the page', () => {
    expect(bundleFunctions.code('a`b')).toBe('``a`b``');
    expect(bundleFunctions.quote('a')).toBe('```text\na\n```');
  });
});
