import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../lib/adapters/yaml/read-yaml.ts';
import { parseBundle } from '../../lib/core/bundle/parse.ts';
import { expressions } from '../core/bundle/written.ts';

function examplesOf(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);
}

/** What is wrong with a bundle, by path. */
function faultsOf(text: string): readonly string[] {
  const written = readYaml(text);
  if (!written.ok) return written.fault.map(({ path, expected }) => `${path}: ${expected}`);
  const bundle = parseBundle(written.value.value, expressions);
  return bundle.ok ? [] : bundle.fault.map(({ path, expected }) => `${path}: ${expected}`);
}

describe('docs/bundles.md', () => {
  const examples = examplesOf('docs/bundles.md');

  test('shows one bundle, part after part, and it holds', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
    expect(faultsOf(examples.join('\n'))).toEqual([]);
  });

  test('each part is needed: without its steps it does not hold', () => {
    const others = examples.filter((example) => !example.startsWith('steps:'));
    expect(faultsOf(others.join('\n'))).not.toEqual([]);
  });

  test('what docs/actions.md proposes holds in its place', () => {
    const [proposal = '', workflow] = examplesOf('docs/actions.md');
    expect(proposal).toMatch(/^propose:\n/);
    expect(workflow).toContain('workflow_dispatch');
    const others = examples.filter((example) => !example.startsWith('propose:'));
    expect(faultsOf([...others, proposal].join('\n'))).toEqual([]);
  });
});
