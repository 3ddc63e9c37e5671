import { describe, expect, it } from 'vitest';
import { githubExpressions } from '../../../lib/adapters/expression/github-expressions.ts';

const expressions = githubExpressions({ quote: (text) => `[${text}]`, code: (text) => `<${text}>` });
const contexts = { params: { service: 'payments', n: 3, flag: true, none: null, list: ['a', 'b'] } };

function evaluate(source: string): unknown {
  const value = expressions.evaluate(source, contexts);
  return value.ok ? value.value : value.fault.what;
}

describe('GitHub’s expression language', () => {
  it.each([
    ['params.service', 'payments'],
    ['params.n', 3],
    ['params.flag && params.service || 0', 'payments'],
    ["params.service == 'PAYMENTS'", true],
    ["format('{0}!', params.service)", 'payments!'],
    ["join(params.list, ', ')", 'a, b'],
    ['params.list', ['a', 'b']],
    ['params', contexts.params],
    ['params.nowhere', null],
    ['params.__proto__', null],
    ['params.constructor', null],
    ['quote(params.service)', '[payments]'],
    ['QUOTE(params.n)', '[3]'],
    ['code(quote(params.none))', '<[]>'],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    'secrets.x',
    'params.',
    'quote()',
    'quote(1, 2)',
    'hashFiles(1)',
    "'",
    '('.repeat(60),
    `'${'x'.repeat(21_001)}'`,
  ])('what cannot be read is a fault in words: %j', (source) => {
    expect(expressions.inspect(source, ['params']).ok).toBe(false);
    expect(expressions.evaluate(source, contexts).ok).toBe(false);
  });

  it('what fails when it runs is a fault in words', () => {
    expect(evaluate("fromJSON('{')")).toEqual(expect.any(String));
  });

  it('a number that JSON does not have is written as null, as the language does', () => {
    expect(evaluate("fromJSON('1e999')")).toBeNull();
  });

  it('tells what an expression uses, in and outside quote(), without running it', () => {
    const use = expressions.inspect(
      "code(params.a) && quote(format('{0}', evidence['s'].text)) || !github[params.b]",
      ['params', 'evidence', 'github'],
    );
    if (!use.ok) throw new Error(use.fault.what);
    expect(use.value.whole).toBeNull();
    expect([...use.value.bare].toSorted()).toEqual(['github', 'params']);
    expect([...use.value.quoted]).toEqual(['evidence']);
    expect(use.value.paths).toEqual(expect.arrayContaining(['params.a', 'params.b', 'evidence.s']));
  });

  it('a name in another case is the same name', () => {
    const use = expressions.inspect('Quote(Evidence.x)', ['Evidence']);
    expect(use).toMatchObject({ ok: true, value: { whole: 'quote', quoted: new Set(['evidence']) } });
  });
});
