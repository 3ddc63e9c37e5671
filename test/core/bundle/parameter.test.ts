import { describe, expect, it } from 'vitest';
import { readParameters } from '../../../lib/core/bundle/parameter.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { bundleOf, faultsOf, twisted } from './written.ts';

function read(definition: JsonObject, given: JsonValue): unknown {
  const bundle = bundleOf({
    ...twisted(['parameters'], { p: { description: 'One.', ...definition } }),
    steps: [
      { id: 'status', call: 'ops.service-status' },
      { id: 'dotted', call: 'files.a.b' },
    ],
    propose: { type: 'github.issue.create', risk: 'low', input: {} },
  });
  const values = readParameters(bundle.parameters, given);
  return values.ok ? values.value : values.fault.map(({ path, expected }) => `${path}: ${expected}`);
}

describe('values that a run is started with', () => {
  it.each([
    [{ type: 'string' }, { p: 'x y' }, { p: 'x y' }],
    [{ type: 'string', maxLength: 3 }, { p: 'abc' }, { p: 'abc' }],
    [{ type: 'string', enum: ['a', 'b'] }, { p: 'b' }, { p: 'b' }],
    [{ type: 'string', pattern: '[a-z]+' }, { p: 'abc' }, { p: 'abc' }],
    [{ type: 'string', default: 'd' }, {}, { p: 'd' }],
    [{ type: 'string', default: 'd' }, { p: 'e' }, { p: 'e' }],
    [{ type: 'number' }, { p: 1.5 }, { p: 1.5 }],
    [{ type: 'number', default: 7 }, {}, { p: 7 }],
    [{ type: 'boolean' }, { p: false }, { p: false }],
  ])('%j takes %j', (definition, given, expected) => {
    expect(read(definition, given)).toEqual(expected);
  });

  it.each([
    [{ type: 'string' }, {}, ['p: one line of visible text of at most 200 characters']],
    [{ type: 'string' }, { p: 7 }, ['p: one line of visible text of at most 200 characters']],
    [{ type: 'string' }, { p: '' }, ['p: one line of visible text of at most 200 characters']],
    [{ type: 'string' }, { p: 'a\nb' }, ['p: one line of visible text of at most 200 characters']],
    [{ type: 'string' }, { p: 'a\tb' }, ['p: one line of visible text of at most 200 characters']],
    [{ type: 'string' }, { p: 'a\u202eb' }, ['p: one line of visible text of at most 200 characters']],
    [
      { type: 'string', maxLength: 3 },
      { p: 'abcd' },
      ['p: one line of visible text of at most 3 characters'],
    ],
    [{ type: 'string', enum: ['a', 'b'] }, { p: 'c' }, ['p: one of: a, b']],
    [{ type: 'string', pattern: '[a-z]+' }, { p: 'ABC' }, ['p: a text like [a-z]+']],
    [{ type: 'number' }, { p: '7' }, ['p: a number']],
    [{ type: 'boolean' }, { p: 'true' }, ['p: true or false']],
    [{ type: 'boolean' }, { p: true, q: 1, r: 2 }, ['q: no such parameter', 'r: no such parameter']],
    [{ type: 'boolean' }, [], ['(document): an object']],
  ])('%j refuses %j', (definition, given, expected) => {
    expect(read(definition, given)).toEqual(expected);
  });

  it('a name that every object inherits is no value', () => {
    expect(read({ type: 'string' }, JSON.parse('{"constructor":"x","p":"y"}'))).toEqual([
      'constructor: no such parameter',
    ]);
  });
});

describe('a parameter’s definition', () => {
  it.each([
    ['unknown type', { type: 'object' }, 'parameters.service.type'],
    ['group in a pattern', { pattern: '(a+)+' }, 'parameters.service.pattern'],
    ['pattern that is too long', { pattern: 'a'.repeat(201) }, 'parameters.service.pattern'],
    ['pattern of a number', { type: 'number', pattern: 'a' }, 'parameters.service'],
    ['maxLength of a flag', { type: 'boolean', pattern: null, maxLength: 3 }, 'parameters.service'],
    ['enum of a flag', { type: 'boolean', pattern: null, enum: ['a'] }, 'parameters.service'],
    ['empty enum', { enum: [] }, 'parameters.service.enum'],
    ['default that does not fit', { default: 'NO' }, 'parameters.service.default'],
    [
      'default of another type',
      { type: 'number', pattern: null, default: 'x' },
      'parameters.service.default',
    ],
  ])('%s is a fault', (_, change, path) => {
    const definition = { type: 'string', description: 'The service.', pattern: '[a-z0-9-]+', ...change };
    expect(faultsOf(twisted(['parameters', 'service'], definition)).map((fault) => fault.path)).toContain(
      path,
    );
  });

  it('a misfit of two members is told with the default’s', () => {
    const definition = { type: 'number', description: 'One.', maxLength: 3, default: 7 };
    expect(faultsOf(twisted(['parameters', 'service'], definition)).map((fault) => fault.path)).toEqual([
      'parameters.service',
    ]);
  });
});
