import { describe, expect, it } from 'vitest';
import { faultsOf, twisted } from './written.ts';

function expectationsOf(body: string): readonly string[] {
  return faultsOf(twisted(['propose', 'input', 'body'], body)).map(({ path, expected }) => {
    expect(path).toBe('propose.input.body');
    return expected;
  });
}

const quoted = '${{ quote(evidence.status.text) }}';

describe('evidence enters a text only through quote()', () => {
  it.each([
    ['alone', quoted],
    ['between paragraphs', `Above.\n\n${quoted}\n\nBelow.`],
    ['twice', `${quoted}\n${quoted}`],
    ['cut by the language’s own functions first', "${{ quote(format('{0}!', evidence.status.text)) }}"],
    ['beside a value in code()', `\${{ code(params.service) }}\n${quoted}`],
  ])('%s is fine', (_, body) => {
    expect(expectationsOf(body)).toEqual([]);
  });

  it.each([
    ['bare', '${{ evidence.status.text }}', 'evidence only inside quote() or match()'],
    [
      'as a condition',
      "${{ contains(evidence.status.text, 'x') && 'a' || 'b' }}",
      'evidence only inside quote() or match()',
    ],
    ['negated', '${{ !evidence.status.text }}', 'evidence only inside quote() or match()'],
    ['compared', "${{ (evidence.status.text == 'x') }}", 'evidence only inside quote() or match()'],
    ['as an index', '${{ params[evidence.status.text] }}', 'evidence only inside quote() or match()'],
    ['by a star', '${{ join(evidence.*.text) }}', 'evidence only inside quote() or match()'],
    [
      'quoted within another call',
      '${{ toJSON(quote(evidence.status.text)) }}',
      'quote() as the whole expression',
    ],
    [
      'quoted within a choice',
      "${{ params.urgent && quote(evidence.status.text) || '' }}",
      'quote() as the whole expression',
    ],
    ['behind words', `Says: ${quoted}`, 'quote() alone on its line, at the line’s start'],
    ['before words', `${quoted} it says`, 'quote() alone on its line, at the line’s start'],
    ['behind a blank', `\n  ${quoted}`, 'quote() alone on its line, at the line’s start'],
    [
      'behind another expression',
      `\${{ code(params.service) }}${quoted}`,
      'quote() alone on its line, at the line’s start',
    ],
    ['in HTML', `<div>\n${quoted}`, 'no < in a text with quote()'],
    ['in a comment', `<!--\n${quoted}\n-->`, 'no < in a text with quote()'],
    ['in a fence', `\`\`\`\n${quoted}`, 'no fence in a text with quote()'],
    ['in a fence of tildes', `~~~\n${quoted}`, 'no fence in a text with quote()'],
    [
      'beside a value as it is',
      `\${{ params.service }}\n${quoted}`,
      'code() around other values in a text with quote()',
    ],
  ])('%s is not', (_, body, expected) => {
    expect(expectationsOf(body)).toContain(expected);
  });

  it('a step’s arguments cannot hold evidence: it would steer what is read next', () => {
    const faults = faultsOf(twisted(['steps', 1, 'with'], { path: quoted }));
    expect(faults[0]?.path).toBe('steps[1].with.path');
    expect(faults[0]?.expected).toBe('evidence only inside match()');
  });
});

describe('names in expressions must be there', () => {
  it.each([
    ['${{ params.nowhere }}', 'a parameter of the bundle, not params.nowhere'],
    ["${{ params['nowhere'] }}", 'a parameter of the bundle, not params.nowhere'],
    ['${{ quote(evidence.nowhere.text) }}', 'an earlier step with call, not evidence.nowhere'],
  ])('%s', (body, expected) => {
    expect(expectationsOf(body)).toContain(expected);
  });

  it.each([
    '${{ secrets.X }}',
    '${{ env.X }}',
    "${{ hashFiles('x') }}",
    '${{ always() }}',
    '${{ params. }}',
    '${{ }}',
  ])('%s is not the language of bundles', (body) => {
    expect(expectationsOf(body)[0]).toContain(`another expression than ${body.replace('${{ }}', '${{  }}')}`);
  });

  it('an expression that does not end is told', () => {
    expect(expectationsOf("${{ 'a }}' ")).toEqual(['an expression that ends with }}']);
  });

  it('all of github, and names computed at run time, are left to the run', () => {
    expect(expectationsOf('${{ github.anything }} ${{ params[github.actor] }}')).toEqual([]);
  });
});
