import type { JsonValue } from './value.ts';
import { parseJson } from './parse.ts';

/** Same bound as the parser's: what is written must be readable again. */
const maxDepth = 64;

/**
 * RFC 8785 canonical text of a JSON value: members sorted by UTF-16 code units, ECMAScript numbers,
 * no white space. Throws a TypeError for whatever JSON cannot say (undefined, NaN, a lone surrogate,
 * a Map, a class instance, a getter, a cycle, …), because leaving it out would give two different
 * values one hash.
 */
export function canonical(value: JsonValue): string {
  return write(value, 0);
}

/** Whether a text is exactly the canonical text of what it says. Stored bytes are checked with it. */
export function isCanonical(text: string): boolean {
  const parsed = parseJson(text);
  return parsed.ok && canonical(parsed.value) === text;
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('canonical: not a finite number');
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (depth >= maxDepth) throw new TypeError(`canonical: nested deeper than ${maxDepth}, or a cycle`);
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
    default:
      throw new TypeError(`canonical: JSON has no ${typeof value}`);
  }
}

function writeString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('canonical: lone surrogate');
  return JSON.stringify(text);
}

function writeArray(items: readonly unknown[], depth: number): string {
  if (Object.getPrototypeOf(items) !== Array.prototype) throw new TypeError('canonical: not a plain array');
  // Own keys of a plain array are its indices and `length`: more means extra members, fewer means holes.
  if (Reflect.ownKeys(items).length !== items.length + 1)
    throw new TypeError('canonical: sparse or extended array');
  return `[${items.map((_, index) => write(member(items, String(index)), depth)).join(',')}]`;
}

function writeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('canonical: not a plain object');
  const names = Reflect.ownKeys(value).map((name) => {
    if (typeof name === 'symbol') throw new TypeError('canonical: JSON has no symbol');
    return name;
  });
  // The default sort compares UTF-16 code units, which is what RFC 8785, section 3.2.3 asks for.
  names.sort();
  return `{${names.map((name) => `${writeString(name)}:${write(member(value, name), depth)}`).join(',')}}`;
}

/** Reads an own data member. A getter could answer twice, and a hidden member would escape the reader. */
function member(value: object, name: string): unknown {
  const property = Object.getOwnPropertyDescriptor(value, name);
  if (property === undefined || !('value' in property))
    throw new TypeError('canonical: a getter is no value');
  if (property.enumerable !== true) throw new TypeError('canonical: a hidden member is no value');
  return property.value;
}
