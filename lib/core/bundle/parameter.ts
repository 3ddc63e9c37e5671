import { isVisible } from '../evidence/visible.ts';
import {
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  refined,
  text,
  type Shape,
  type Shaped,
  type ShapeFault,
} from '../json/shape.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { ok, refused, type Result } from '../result.ts';
import type { ListType, Parameter, ParameterType, ParameterValue, ScalarType } from './bundle.ts';
import { matchesPattern, parsePattern } from './pattern.ts';
import { anyJson, converted, filled, finite } from './shapes.ts';

const maxTextLength = 1000;
const maxListItems = 64;

const writtenType = {
  pattern: nullable(
    converted(text('a text', 200), 'a pattern of characters and [classes], without groups', parsePattern),
  ),
  maxLength: nullable(integer(1, maxTextLength)),
  enum: nullable(list(text('a text of at most 200 characters', 200), 64)),
  minimum: nullable(finite()),
  maximum: nullable(finite()),
};

const noFacets = { pattern: null, maxLength: null, enum: null, minimum: null, maximum: null };

const itemShape: Shape<ScalarType> = refined(
  filled(noFacets, object({ type: oneOf('string', 'number', 'integer', 'boolean'), ...writtenType })),
  readScalarType,
);

/** Reads a parameter's definition. */
export function parameterShape(sentence: Shape<string>): Shape<Omit<Parameter, 'name'>> {
  const inner = filled(
    { ...noFacets, items: null, minItems: null, maxItems: null, default: null },
    object({
      type: oneOf('string', 'number', 'integer', 'boolean', 'array'),
      description: sentence,
      ...writtenType,
      items: nullable(itemShape),
      minItems: nullable(integer(0, maxListItems)),
      maxItems: nullable(integer(1, maxListItems)),
      default: anyJson(),
    }),
  );
  return refined(inner, (written, path): Result<Omit<Parameter, 'name'>, readonly ShapeFault[]> => {
    const { type, description, default: fallback, items, minItems, maxItems } = written;
    const faults: ShapeFault[] = [];
    const lists = [items, minItems, maxItems].some((facet) => facet !== null);
    if (type !== 'array' && lists)
      faults.push({ path, expected: 'items, minItems and maxItems only beside type: array' });
    const accepts =
      type === 'array'
        ? readListType({ ...written, type }, path)
        : readScalarType({ ...written, type }, path);
    if (!accepts.ok) return refused([...faults, ...accepts.fault]);
    if (faults.length > 0) return refused(faults);
    if (fallback === null) return ok({ description, accepts: accepts.value, fallback });
    const given = readValue(accepts.value, fallback);
    return given.ok
      ? ok({ description, accepts: accepts.value, fallback: given.value })
      : refused([{ path: `${path}.default`, expected: given.fault }]);
  });
}

type Facets = { readonly [Name in keyof typeof writtenType]: Shaped<(typeof writtenType)[Name]> };

function readScalarType(
  written: Facets & { readonly type: ScalarType['type'] },
  path: string,
): Result<ScalarType, readonly ShapeFault[]> {
  const { type, pattern, maxLength, enum: choices, minimum, maximum } = written;
  const faults: ShapeFault[] = [];
  if (type !== 'string' && [pattern, maxLength, choices].some((facet) => facet !== null))
    faults.push({ path, expected: 'pattern, maxLength and enum only beside type: string' });
  if (type !== 'number' && type !== 'integer' && [minimum, maximum].some((facet) => facet !== null))
    faults.push({ path, expected: 'minimum and maximum only beside type: number or integer' });
  if (choices?.length === 0) faults.push({ path: `${path}.enum`, expected: 'at least one text' });
  if (minimum !== null && maximum !== null && minimum > maximum)
    faults.push({ path: `${path}.maximum`, expected: 'no less than the minimum' });
  if (faults.length > 0) return refused(faults);
  if (type === 'string') return ok({ type, maxLength: maxLength ?? 200, pattern, choices });
  return ok(type === 'boolean' ? { type } : { type, minimum, maximum });
}

function readListType(
  written: Facets & {
    readonly type: 'array';
    readonly items: ScalarType | null;
    readonly minItems: number | null;
    readonly maxItems: number | null;
  },
  path: string,
): Result<ListType, readonly ShapeFault[]> {
  const { type, items, minItems, maxItems } = written;
  const faults: ShapeFault[] = [];
  const { pattern, maxLength, enum: choices, minimum, maximum } = written;
  if ([pattern, maxLength, choices, minimum, maximum].some((facet) => facet !== null))
    faults.push({ path, expected: 'pattern, maxLength, enum, minimum and maximum only inside items' });
  if (items === null) faults.push({ path, expected: 'items beside type: array' });
  const least = minItems ?? 1;
  const most = maxItems ?? 16;
  if (least > most) faults.push({ path: `${path}.minItems`, expected: `at most ${most}` });
  return items === null || faults.length > 0
    ? refused(faults)
    : ok({ type, items, minItems: least, maxItems: most });
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
  if (accepts.type !== 'array') return readScalar(accepts, value);
  const { items, minItems, maxItems } = accepts;
  if (!isJsonArray(value) || value.length < minItems || value.length > maxItems)
    return refused(`a list of ${minItems} to ${maxItems} values`);
  const read: ParameterValue[] = [];
  for (const item of value) {
    const one = readScalar(items, item);
    if (!one.ok) return refused(`in the list, ${one.fault}`);
    read.push(one.value);
  }
  return ok(read);
}

function readScalar(accepts: ScalarType, value: JsonValue): Result<ParameterValue, string> {
  switch (accepts.type) {
    case 'number':
    case 'integer': {
      const { type, minimum, maximum } = accepts;
      const fits =
        typeof value === 'number' &&
        (type === 'number' || Number.isInteger(value)) &&
        (minimum === null || value >= minimum) &&
        (maximum === null || value <= maximum);
      return fits ? ok(value) : refused(numberInWords(accepts));
    }
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

function numberInWords(accepts: Extract<ScalarType, { readonly type: 'number' | 'integer' }>): string {
  const { type, minimum, maximum } = accepts;
  const what = type === 'integer' ? 'an integer' : 'a number';
  if (minimum !== null && maximum !== null) return `${what} from ${minimum} to ${maximum}`;
  if (minimum !== null) return `${what} of at least ${minimum}`;
  return maximum === null ? what : `${what} of at most ${maximum}`;
}

/** `isVisible` lets line feeds and tabs pass; a value that is put into a text must not start a new line there. */
function isOneLine(value: string): boolean {
  return value !== '' && !/[\n\t]/.test(value) && isVisible(value);
}
