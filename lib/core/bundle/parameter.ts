import {
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  text,
  type Shape,
  type ShapeFault,
} from '../json/shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { ok, refused, type Result } from '../result.ts';
import { isVisible } from '../evidence/visible.ts';
import type { Parameter, ParameterType, ParameterValue } from './bundle.ts';
import { matchesPattern, parsePattern } from './pattern.ts';
import { anyJson, converted, filled } from './shapes.ts';

const maxTextLength = 1000;

/** Reads a parameter's definition. */
export function parameterShape(sentence: Shape<string>): Shape<Omit<Parameter, 'name'>> {
  const inner = filled(
    { pattern: null, maxLength: null, enum: null, default: null },
    object({
      type: oneOf('string', 'number', 'boolean'),
      description: sentence,
      pattern: nullable(
        converted(text('a text', 200), 'a pattern of characters and [classes], without groups', parsePattern),
      ),
      maxLength: nullable(integer(1, maxTextLength)),
      enum: nullable(list(text('a text of at most 200 characters', 200), 64)),
      default: anyJson(),
    }),
  );
  return (value, path) => {
    const read = inner(value, path);
    if (!read.ok) return read;
    const { type, description, pattern, maxLength, enum: choices, default: fallback } = read.value;
    const faults: ShapeFault[] = [];
    if (type !== 'string' && (pattern !== null || maxLength !== null || choices !== null))
      faults.push({ path, expected: 'pattern, maxLength and enum only beside type: string' });
    if (choices?.length === 0) faults.push({ path: `${path}.enum`, expected: 'at least one text' });
    const accepts: ParameterType =
      type === 'string' ? { type, maxLength: maxLength ?? 200, pattern, choices } : { type };
    if (fallback === null)
      return faults.length > 0 ? refused(faults) : ok({ description, accepts, fallback });
    const given = readValue(accepts, fallback);
    if (!given.ok) return refused([...faults, { path: `${path}.default`, expected: given.fault }]);
    return faults.length > 0 ? refused(faults) : ok({ description, accepts, fallback: given.value });
  };
}

/** Reads the values that a run was started with: unknown, missing and unfit ones are all listed. */
export function readParameters(
  parameters: readonly Parameter[],
  given: JsonValue,
): Result<JsonObject, readonly ShapeFault[]> {
  if (!isJsonObject(given)) return refused([{ path: '(document)', expected: 'an object' }]);
  const faults: ShapeFault[] = [];
  const values: Array<readonly [string, ParameterValue]> = [];
  for (const name of Object.keys(given))
    if (!parameters.some((parameter) => parameter.name === name))
      faults.push({ path: name, expected: 'no such parameter' });
  for (const { name, accepts, fallback } of parameters) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const read = readValue(accepts, value ?? fallback);
    if (read.ok) values.push([name, read.value]);
    else faults.push({ path: name, expected: read.fault });
  }
  return faults.length > 0 ? refused(faults) : ok(Object.fromEntries(values));
}

function readValue(accepts: ParameterType, value: JsonValue): Result<ParameterValue, string> {
  switch (accepts.type) {
    case 'number':
      return typeof value === 'number' ? ok(value) : refused('a number');
    case 'boolean': {
      const read = flag()(value, '');
      return read.ok ? read : refused('true or false');
    }
    case 'string': {
      const { maxLength, pattern, choices } = accepts;
      if (typeof value !== 'string' || value.length > maxLength || !isOneLine(value))
        return refused(`one line of visible text of at most ${maxLength} characters`);
      if (pattern !== null && !matchesPattern(pattern, value))
        return refused(`a text like ${pattern.source}`);
      if (choices !== null && !choices.includes(value)) return refused(`one of: ${choices.join(', ')}`);
      return ok(value);
    }
  }
}

/** `isVisible` lets line feeds and tabs pass; a value that is put into a text must not start a new line there. */
function isOneLine(value: string): boolean {
  return value !== '' && !/[\n\t]/.test(value) && isVisible(value);
}
