import { describe, expect, it } from 'vitest';
import { readParameters } from '../../../lib/core/bundle/parameter.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { bundleOf, faultsOf, written } from './written.ts';

function withParameter(definition: JsonObject): JsonObject {
  return {
    ...written,
    parameters: { p: { description: 'One.', ...definition } },
    steps: [
      { id: 'status', call: 'ops.service-status' },
      { id: 'dotted', call: 'files.a.b' },
    ],
    propose: { type: 'github.issue.create', risk: 'low', input: {} },
  };
}

function read(definition: JsonObject, p: JsonValue): unknown {
  const values = readParameters(bundleOf(withParameter(definition)).parameters, p === undefined ? {} : { p });
  return values.ok ? values.value['p'] : values.fault.map(({ expected }) => expected);
}

const names = { type: 'array', items: { type: 'string', pattern: '[a-z]+' } };

describe('numbers within bounds, and lists', () => {
  it.each<readonly [JsonObject, JsonValue]>([
    [{ type: 'integer' }, 7],
    [{ type: 'integer', minimum: 1, maximum: 7 }, 7],
    [{ type: 'number', minimum: 0.5 }, 0.5],
    [{ type: 'number', maximum: 2 }, -1],
    [names, ['a', 'b']],
    [{ ...names, minItems: 0 }, []],
    [{ type: 'array', items: { type: 'integer', minimum: 1 } }, [1, 2]],
    [{ type: 'array', items: { type: 'boolean' } }, [true]],
  ])('%j takes %j', (definition, given) => {
    expect(read(definition, given)).toEqual(given);
  });

  it.each<readonly [JsonObject, JsonValue, string]>([
    [{ type: 'integer' }, 1.5, 'an integer'],
    [{ type: 'integer', minimum: 1, maximum: 7 }, 8, 'an integer from 1 to 7'],
    [{ type: 'number', minimum: 1 }, 0, 'a number of at least 1'],
    [{ type: 'number', maximum: 1 }, 2, 'a number of at most 1'],
    [names, 'a', 'a list of 1 to 16 values'],
    [names, [], 'a list of 1 to 16 values'],
    [{ ...names, maxItems: 2 }, ['a', 'b', 'c'], 'a list of 1 to 2 values'],
    [names, ['a', 'B'], 'in the list, a text like [a-z]+'],
    [names, [['a']], 'in the list, one line of visible text of at most 200 characters'],
  ])('%j does not take %j', (definition, given, expected) => {
    expect(read(definition, given)).toEqual([expected]);
  });

  it('a default is a list that fits', () => {
    expect(bundleOf(withParameter({ ...names, default: ['a'] })).parameters[0]?.fallback).toEqual(['a']);
    expect(faultsOf(withParameter({ ...names, default: ['A'] }))).toEqual([
      { path: 'parameters.p.default', expected: 'in the list, a text like [a-z]+' },
    ]);
  });

  it.each<readonly [JsonObject, string]>([
    [{ type: 'string', items: { type: 'string' } }, 'parameters.p'],
    [{ type: 'string', minItems: 1 }, 'parameters.p'],
    [{ type: 'string', minimum: 1 }, 'parameters.p'],
    [{ type: 'boolean', maximum: 1 }, 'parameters.p'],
    [{ type: 'integer', maxLength: 1 }, 'parameters.p'],
    [{ type: 'number', minimum: 2, maximum: 1 }, 'parameters.p.maximum'],
    [{ type: 'number', minimum: '1' }, 'parameters.p.minimum'],
    [{ type: 'array' }, 'parameters.p'],
    [{ ...names, pattern: 'a' }, 'parameters.p'],
    [{ ...names, minItems: 3, maxItems: 2 }, 'parameters.p.minItems'],
    [{ ...names, minItems: 17 }, 'parameters.p.minItems'],
    [{ type: 'array', items: { type: 'array' } }, 'parameters.p.items.type'],
    [{ type: 'array', items: { type: 'string', minimum: 1 } }, 'parameters.p.items'],
  ])('%j is no definition', (definition, path) => {
    expect(faultsOf(withParameter(definition)).map((fault) => fault.path)).toContain(path);
  });
});
