import { describe, expect, test } from 'vitest';
import { renderPolicyCheckRun } from '../../../lib/core/publication/policy-check-run.ts';
import { stateOf } from '../policy/files.ts';

const none = stateOf(null);

describe('the check run on a commit that changed the policy', () => {
  test('is red for a fault, which it shows as a place', () => {
    expect(renderPolicyCheckRun(none, stateOf('version: 1\n`x`: 1\n'))).toMatchInlineSnapshot(`
      {
        "conclusion": "failure",
        "output": {
          "summary": "Until corrected, nothing is taken in, approved or executed here.

      - \`\`.github/countersign.yml:2:1 \`x\`: expected valid YAML (bad scalar start)\`\`",
          "text": "",
          "title": "1 fault: this policy allows nothing",
        },
      }
    `);
    expect(renderPolicyCheckRun(none, stateOf('a: 1\nb: 2')).output.title).toBe(
      '2 faults: this policy allows nothing',
    );
  });

  test('is neutral for one that holds, with its digest', () => {
    const { conclusion, output } = renderPolicyCheckRun(none, stateOf('version: 1\n'));
    expect(conclusion).toBe('neutral');
    expect(output.title).toBe('The policy holds');
    expect(output.summary).toMatch(
      /^Nothing is looser than before\.\n\nDigest of what it comes to: `[0-9a-f]{64}`$/,
    );
  });

  test('shows by key what became looser', () => {
    const before = stateOf('version: 1\nrules: {default: {count: 2}}');
    expect(renderPolicyCheckRun(before, none)).toEqual({
      conclusion: 'neutral',
      output: {
        title: 'The policy holds, and allows more than before',
        summary:
          'Proposals that wait keep the stricter of both.\n\n- `rules.default.count: before at least 2`',
        text: '',
      },
    });
  });

  test('compares with nothing where the one before had faults', () => {
    expect(renderPolicyCheckRun(stateOf('x: 1'), none).output.title).toBe('The policy holds');
  });
});
