import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../lib/core/json/value.ts';

/** Parses an answer of a server that this demo started itself. Text that came from elsewhere is never read with it. */
export function fromJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

/** The value at a path of member names and indices, or undefined where the path ends early. */
export function at(
  value: JsonValue | undefined,
  ...path: ReadonlyArray<string | number>
): JsonValue | undefined {
  let here = value;
  for (const step of path) {
    if (typeof step === 'number') here = isJsonArray(here) ? here[step] : undefined;
    else here = isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/** The string at a path. Throws a TypeError that names the path where there is none. */
export function textAt(value: JsonValue | undefined, ...path: ReadonlyArray<string | number>): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new TypeError(`no text at ${path.join('.')}`);
  return found;
}

/** The number at a path. Throws a TypeError that names the path where there is none. */
export function numberAt(value: JsonValue | undefined, ...path: ReadonlyArray<string | number>): number {
  const found = at(value, ...path);
  if (typeof found !== 'number') throw new TypeError(`no number at ${path.join('.')}`);
  return found;
}

/** The list at a path, empty where there is none. */
export function listAt(
  value: JsonValue | undefined,
  ...path: ReadonlyArray<string | number>
): readonly JsonValue[] {
  const found = at(value, ...path);
  return isJsonArray(found) ? found : [];
}

/** The object at a path, empty where there is none. */
export function objectAt(value: JsonValue | undefined, ...path: ReadonlyArray<string | number>): JsonObject {
  const found = at(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** The text or the number at a path as text, empty where there is neither. */
export function shown(value: JsonValue | undefined, ...path: ReadonlyArray<string | number>): string {
  const found = at(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}
