import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { githubExpressions } from '../../lib/adapters/expression/github-expressions.ts';

/** The `params` that a workflow hands to the Action, as GitHub would evaluate it. */
function paramsOf(file: string, inputs: Readonly<Record<string, string>>): unknown {
  const workflow: { readonly jobs: { readonly propose: { readonly steps: readonly Step[] } } } = parse(
    readFileSync(file, 'utf8'),
  );
  const written = workflow.jobs.propose.steps.at(-1)?.with?.['params'] ?? '';
  const source = /^\$\{\{ (.+) \}\}$/.exec(written)?.[1] ?? '';
  const value = githubExpressions({}).evaluate(source, { inputs });
  if (!value.ok) throw new Error(value.fault.what);
  return value.value;
}

interface Step {
  readonly with?: Readonly<Record<string, string>>;
}

const files = ['.github/workflows/countersign.yml', 'workflows/incident-response/caller.yml'];

describe.each(files)('RU-05 RU-06: what is typed into the form of %s stays a JSON text', (file) => {
  it.each([
    'plain',
    '","service":"other',
    String.raw`\" $(touch pwned) ${'`'}id${'`'}; \${IFS}`,
    '${{ secrets.X }}',
    "it's {0} and {{1}}",
    'two\nlines',
  ])('%j', (symptom) => {
    const params = paramsOf(file, { params: '', service: 'payments', symptom });
    expect(JSON.parse(String(params))).toEqual({ service: 'payments', symptom });
  });
});

it('parameters that are given as a whole are passed on as they are', () => {
  expect(paramsOf('.github/workflows/countersign.yml', { params: '{"a":1}', service: '', symptom: '' })).toBe(
    '{"a":1}',
  );
});
