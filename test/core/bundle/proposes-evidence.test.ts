import { describe, expect, test } from 'vitest';
import { proposesEvidence } from '../../../lib/core/bundle/proposes-evidence.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { expressions } from './written.ts';

const plain = {
  input: { title: 'Incident: ${{ params.service }}', labels: ['a', 1, null] },
  precondition: null,
};

function holds(input: JsonObject, precondition: JsonObject | null = null): boolean {
  return proposesEvidence({ input, precondition }, expressions);
}

describe('what a bundle proposes', () => {
  test('holds no evidence where it is made of parameters and GitHub’s own names', () => {
    expect(proposesEvidence(plain, expressions)).toBe(false);
    expect(holds({ body: 'Evidence: `evidence.status.text` of ${{ github.repository }}' })).toBe(false);
  });

  test.each([
    ['a quote', { body: 'It says:\n\n${{ quote(evidence.status.text) }}' }],
    ['a word', { labels: ['a', "${{ match(evidence.status.text, '[a-z]+') }}"] }],
    [
      'a part of another expression',
      { nested: { title: "${{ evidence.status.data.ok && 'up' || 'down' }}" } },
    ],
    ['another spelling of the name', { title: '${{ EVIDENCE.status.text }}' }],
  ])('SE-08: holds evidence as %s', (_, input) => {
    expect(holds(input)).toBe(true);
    expect(holds({}, input)).toBe(true);
  });

  test.each(['${{ evidence', '${{ secrets.TOKEN }}', '${{ 1 + }}'])(
    'SE-08: holds it where that can’t be told: %j',
    (text) => expect(holds({ title: text })).toBe(true),
  );
});
