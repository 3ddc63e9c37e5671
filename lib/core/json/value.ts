/** A value that JSON can say. Integers lie within ±(2^53−1); larger ids are strings. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object: own enumerable members only, read through `Object.entries` or `Object.hasOwn`. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Narrows to a JSON object: neither null nor an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrows to a JSON array. `Array.isArray` alone does not narrow a readonly array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
