import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';
import { readShape } from '../../../lib/core/json/shape.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';
import { policySchema, writtenPolicy } from '../../../lib/core/policy/written.ts';

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(policySchema());

function valueOf(text: string): JsonValue {
  const read = readYaml(text);
  if (!read.ok) throw new Error(JSON.stringify(read.fault));
  return read.value.value;
}

describe('the schema for editors says what the shapes say', () => {
  test.each([
    'version: 1',
    'version: 1\nfrozen: release week\nevidence: public\nseals: [oidc]\nrunners: [self-hosted]\nevents: [push]\nremind: 2h',
    'version: 1\nbundles: {a: {refs: [main]}, b: }',
    'version: 1\nactions: {github.issue.create: {targets: [this, acme/*], risk: low, expires: never, rule: a}}',
    'version: 1\nactions: {github.issue.create: {expires: 90d, rule: {low: a, medium: b, high: c}}}',
    'version: 1\nrules: {a: {roles: [Release Captain], teams: [acme/sre], users: [1, "2"], count: 2}}',
    'version: 1\nrules: {a: {mention: [acme/sre, kim], initiator-may-approve: true, reason: so}}',
    'version: 1\nlimits: {per-day: 1}',
    'version: 1\naccepts: none',
    'version: 1\naccepts: {acme/control: 812, acme/audit: "813"}',
  ])('%j is taken by both', (text) => {
    expect(accepts(valueOf(text))).toBe(true);
    expect(readShape(writtenPolicy, valueOf(text)).ok).toBe(true);
  });

  test.each([
    '',
    'frozen: x',
    'version: 2',
    'version: 1\nfreeze: x',
    'version: 1\nfrozen:',
    'version: 1\nevidence: some',
    'version: 1\nseals: []',
    'version: 1\nevents: [pull_request]',
    'version: 1\nremind: soon',
    'version: 1\nbundles: {}',
    'version: 1\nbundles: {A: }',
    'version: 1\nactions: {github.issue.destroy: }',
    'version: 1\nactions: {github.issue.create: {expires: 1y}}',
    'version: 1\nactions: {github.issue.create: {rule: {low: a}}}',
    'version: 1\nrules: {a: {users: [octocat]}}',
    'version: 1\nrules: {a: {users: [0]}}',
    'version: 1\nrules: {a: {teams: [sre]}}',
    'version: 1\nrules: {a: {count: 0}}',
    'version: 1\nlimits: {per-day: many}',
    'version: 1\naccepts: all',
    'version: 1\naccepts: {}',
    'version: 1\naccepts: {control: 812}',
    'version: 1\naccepts: {acme/control: 0}',
  ])('%j is refused by both', (text) => {
    expect(accepts(valueOf(text))).toBe(false);
    expect(readShape(writtenPolicy, valueOf(text)).ok).toBe(false);
  });

  test('every key is told in words', () => {
    const { properties } = JSON.parse(JSON.stringify(policySchema()));
    for (const [key, schema] of Object.entries(properties))
      expect([key, schema]).toEqual([key, expect.objectContaining({ description: expect.any(String) })]);
  });
});
