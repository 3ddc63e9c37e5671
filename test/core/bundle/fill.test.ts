import { describe, expect, it } from 'vitest';
import { fillObject } from '../../../lib/core/bundle/fill.ts';
import { parseTemplate, standsAlone } from '../../../lib/core/bundle/template.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { expressions } from './written.ts';

const contexts = {
  params: { service: 'payments', count: 3, urgent: true, list: [1, 2], text: 'a ${{ params.service }} b' },
  evidence: { status: { text: '```\nx\n```' } },
};

function fill(value: JsonObject): unknown {
  const filled = fillObject(value, 'input', contexts, expressions);
  return filled.ok ? filled.value : filled.fault;
}

describe('filling a bundle’s texts', () => {
  it.each([
    ['no expression', 'plain', 'plain'],
    ['a text', '${{ params.service }}', 'payments'],
    ['a number keeps its type', '${{ params.count }}', 3],
    ['a flag keeps its type', '${{params.urgent}}', true],
    ['a list keeps its type', '${{ params.list }}', [1, 2]],
    ['a missing member is null', '${{ params.nowhere }}', null],
    ['a text among words', 'a ${{ params.service }} b', 'a payments b'],
    ['a number among words', '${{ params.count }} of ${{ params.count }}', '3 of 3'],
    ['a missing member among words', 'x${{ params.nowhere }}y', 'xy'],
    ['braces in a string of the expression', "${{ format('{0}}}', params.count) }}", '3}'],
    ['an empty text', '', ''],
    ['a value is put in once', '${{ params.text }}!', 'a ${{ params.service }} b!'],
  ])('%s', (_, text, expected) => {
    expect(fill({ text })).toEqual({ text: expected });
  });

  it('goes into lists and objects and leaves other values alone', () => {
    expect(fill({ a: ['${{ params.count }}', { b: 'n ${{ params.count }}' }, 7, null, true] })).toEqual({
      a: [3, { b: 'n 3' }, 7, null, true],
    });
  });

  it('quotes in a fence that is longer than any inside', () => {
    expect(fill({ text: '${{ quote(evidence.status.text) }}' })).toEqual({
      text: '````text\n```\nx\n```\n````',
    });
  });

  it.each([
    [
      'a list among words',
      { a: { b: ['x ${{ params.list }}'] } },
      'input.a.b[0]',
      'a list or an object inside a text',
    ],
    ['an open expression', { a: '${{ x' }, 'input.a', 'an expression does not end'],
  ])('%s has its path in the fault', (_, value, path, what) => {
    expect(fill(value)).toEqual({ path, what });
  });

  it('an expression that fails has its path in the fault', () => {
    expect(fill({ a: "${{ fromJSON('{') }}" })).toMatchObject({ path: 'input.a' });
  });

  it('FS-06: a member named __proto__ stays a member', () => {
    const filled = fill(JSON.parse('{"__proto__":{"admin":"${{ params.urgent }}"}}'));
    expect(Object.keys(filled ?? {})).toEqual(['__proto__']);
    expect('admin' in {}).toBe(false);
  });
});

describe('taking a template apart', () => {
  it('knows which parts stand alone on their lines', () => {
    const parts = parseTemplate('a\n${{ 1 }}\n${{ 2 }} b ${{ 3 }}${{ 4 }}');
    if (!parts.ok) throw new Error(parts.fault.code);
    const expressionsOnly = [...parts.value.keys()].filter(
      (index) => parts.value[index]?.kind === 'expression',
    );
    expect(expressionsOnly.map((index) => standsAlone(parts.value, index))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
