import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';
import { bundleSchema } from '../../../lib/core/bundle/parse.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';
import { schemaOf } from '../../../lib/core/json/shape.ts';
import { anyJson, filled } from '../../../lib/core/bundle/shapes.ts';
import { faultsOf, twisted, written } from './written.ts';

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(bundleSchema());

function bundleIn(file: string): JsonValue {
  const read = readYaml(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Error(JSON.stringify(read.fault));
  return read.value.value;
}

describe('the schema for editors says what the shapes say', () => {
  it.each(['workflows/incident-response/bundle.yml', 'test/action/support/real/bundle.yml'])(
    '%s is taken',
    (file) => {
      expect(accepts(bundleIn(file))).toBe(true);
    },
  );

  it('the bundle of the tests is taken, and the file is what the sources say', () => {
    expect(accepts(written)).toBe(true);
    expect(JSON.parse(readFileSync('schema/bundle.schema.json', 'utf8'))).toEqual(bundleSchema());
  });

  it.each([
    ['an unknown member', ['run'], 'sh -c evil'],
    ['a missing member', ['propose'], undefined],
    ['an id that is none', ['id'], '../x'],
    ['a server of an unknown kind', ['servers', 'ops', 'builtin'], 'shell'],
    ['a server’s name', ['servers'], { 'a b': { builtin: 'ops', tools: ['x'] } }],
    ['a budget', ['budgets', 'calls'], 0],
    ['a risk', ['propose', 'risk'], 'none'],
    ['a type of parameter', ['parameters', 'service', 'type'], 'object'],
    ['a call', ['steps', 0, 'call'], 'ops'],
    ['too long an expression', ['steps', 0, 'if'], 'x'.repeat(1001)],
  ] as const)('%s is refused by both', (_, path, value) => {
    const bundle = twisted(path, value);
    expect(accepts(bundle)).toBe(false);
    expect(faultsOf(bundle)).not.toEqual([]);
  });

  it('a shape of unknown inside says nothing, and takes defaults all the same', () => {
    expect(schemaOf(filled({ a: 1 }, anyJson()))).toEqual({ properties: {}, required: [] });
  });

  it('defaults are told, and what has one may be left out', () => {
    const schema = JSON.parse(JSON.stringify(bundleSchema()));
    expect(schema.required).toEqual(['id', 'version', 'description', 'servers', 'steps', 'propose']);
    expect(schema.properties.budgets.properties.calls).toMatchObject({ default: 20, maximum: 64 });
  });
});
