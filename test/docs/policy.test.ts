import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '../../lib/core/policy/defaults.ts';
import { policySchema } from '../../lib/core/policy/written.ts';
import { isJsonObject, type JsonValue } from '../../lib/core/json/value.ts';
import { faultsOf, policyOf } from '../core/policy/files.ts';

const page = readFileSync('docs/policy.md', 'utf8');
const examples = [...page.matchAll(/^( *)```yaml\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', text = '']) =>
  text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);

describe('docs/policy.md', () => {
  test('shows policies', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  test.each(examples)('a policy that it shows holds: %j', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  test('so does this repository’s own', () => {
    expect(faultsOf(readFileSync('.github/countersign.yml', 'utf8'))).toEqual([]);
  });

  test('the last one is what applies without a file', () => {
    expect(policyOf(examples.at(-1) ?? '')).toEqual(defaultPolicy);
  });

  test('lists every key of the file', () => {
    const keys = keysOf(policySchema());
    expect(keys).toContain('initiator-may-approve');
    expect(keys.filter((key) => !page.includes(key))).toEqual([]);
  });
});

function keysOf(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { properties, additionalProperties } = schema;
  const own = isJsonObject(properties) ? Object.entries(properties) : [];
  return [...own.flatMap(([key, inner]) => [key, ...keysOf(inner)]), ...keysOf(additionalProperties)];
}
