/** Whether a text may hold an integer that a double would change: those have 16 digits or more. */
const long = /[0-9]{16}/;

/**
 * Reads JSON with integers beyond 2^53−1 as bigint. Looked at one by one only where so many digits stand in a
 * row, be it in a text: GitHub's ids are far shorter, and this costs ten times as much.
 */
export function readJson(text: string): unknown {
  return long.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

function exact(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?[0-9]+$/.test(source) ? BigInt(source) : value;
}
