import { createHash } from 'node:crypto';
import { type Json, type Node, isNode } from './json.ts';

/** A shorter schema costs no more than the reference to it. */
const minLength = 70;

/**
 * GitHub's payloads repeat whole issues and people inside. Each schema that stands in more than one
 * place is written once, as `schemas/part-<digest>`, and referred to.
 */
export function shareParts(given: ReadonlyMap<string, Json>): {
  readonly roots: ReadonlyMap<string, Json>;
  readonly parts: ReadonlyMap<string, Json>;
} {
  const seen = new Map<string, number>();
  for (const value of given.values()) count(value, seen);
  const parts = new Map<string, Json>();
  const replace = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((one: Json) => share(one));
    return isNode(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, share(one)]))
      : value;
  };
  const share = (value: Json): Json => {
    const text = JSON.stringify(value);
    if (!isSchema(value) || text.length < minLength || (seen.get(text) ?? 0) < 2) return replace(value);
    const name = `part-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
    if (!parts.has(`schemas/${name}`)) parts.set(`schemas/${name}`, replace(value));
    return { $ref: `#/components/schemas/${name}` };
  };
  return { roots: new Map([...given].map(([name, value]) => [name, replace(value)])), parts };
}

/** Counts where schemas stand; what is inside a repeated one stands in one place. */
function count(value: Json, seen: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return;
  if (isSchema(value)) {
    const text = JSON.stringify(value);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    if (before > 0) return;
  }
  for (const one of Object.values(value)) count(one, seen);
}

/** Also told from a list of properties, one of which may be named `type`. */
function isSchema(value: Json): value is Node {
  if (!isNode(value) || isNode(value['type'])) return false;
  return 'type' in value || 'oneOf' in value || 'anyOf' in value;
}
