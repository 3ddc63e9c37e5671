/** An integer of so many digits may be beyond 2^53−1. It stands behind a sign of JSON, or behind white space. */
const long = /(?:^|[:,[\s])-?[0-9]{16}/;

/**
 * Reads an answer's text, with integers beyond 2^53−1 as bigint. That takes several times as long as plain
 * `JSON.parse`, which rounds them, and is done where there may be one. What is no JSON is left as text: whoever
 * reads it finds that it is not what it must be.
 */
export function readJson(text: string): unknown {
  try {
    return long.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  } catch {
    return text;
  }
}

function exact(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?[0-9]+$/.test(source) ? BigInt(source) : value;
}
