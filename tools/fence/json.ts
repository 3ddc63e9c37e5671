/** A JSON object of unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Narrows a value to an object, or gives an empty one: what is missing is then missed member by member. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** Parses a text that must hold a JSON object. */
export function parseRecord(text: string): JsonRecord {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new TypeError('not a JSON object');
  return value;
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
