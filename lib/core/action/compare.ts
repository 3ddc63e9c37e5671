import { canonical } from '../json/canonical.ts';
import type { JsonObject } from '../json/value.ts';
import type { Comparison } from './type.ts';

/** Compares what was expected with what was read back, field by field. A field on one side only differs. */
export function compareFields(expected: JsonObject, observed: JsonObject): Comparison {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(observed)])].toSorted();
  return {
    fields: names.length,
    differing: names.filter((name) => textOf(expected, name) !== textOf(observed, name)),
  };
}

/** The canonical text of a field; undefined where the object does not have it. */
function textOf(fields: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === undefined ? undefined : canonical(value);
}
