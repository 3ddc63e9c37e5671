import type { JsonValue } from './value.ts';
import { parseJson } from './parse.ts';

/** Same bound as the parser's: what is written must be readable again. */
const maxDepth = 64;

/**
 * RFC 8785 canonical text of a JSON value: members sorted by UTF-16 code units, ECMAScript numbers,
 * no white space. Throws a TypeError for whatever JSON cannot say (undefined, NaN, a lone surrogate,
 * a Map, a class instance, a getter, a cycle, …), because leaving it out would give two different
 * values one hash. A number that the strict parser refuses (an integer beyond 2^53−1) is written as
 * RFC 8785 says: the bound belongs to the parser.
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
      // ECMAScript's Number::toString, which RFC 8785, section 3.2.2.3 names; it writes -0 as 0.
      if (!Number.isFinite(value)) throw new TypeError('canonical: not a finite number');
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (depth >= maxDepth) throw new TypeError(`canonical: nested deeper than ${maxDepth}, or a cycle`);
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      throw new TypeError(`canonical: JSON has no ${typeof value}`);
  }
}

/** Longer texts are left to `JSON.stringify`, which is native: below, reading them here is quicker than asking. */
const maxPlain = 64;

function writeString(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('canonical: lone surrogate');
  return JSON.stringify(text);
}

/** Short printable ASCII without `"` and `\`: most member names and words, and nothing in it to escape. */
function isPlain(text: string): boolean {
  if (text.length > maxPlain) return false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return false;
  }
  return true;
}

function writeArray(items: readonly unknown[], depth: number): string {
  if (Object.getPrototypeOf(items) !== Array.prototype) throw new TypeError('canonical: not a plain array');
  // Own keys of a plain array are its indices and `length`. With as many keys, a hole beside an extra
  // member is still possible, which is why each index is then read as an own member.
  if (Reflect.ownKeys(items).length !== items.length + 1)
    throw new TypeError('canonical: sparse or extended array');
  let written = '';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) written += ',';
    written += write(member(items, index), depth);
  }
  return `[${written}]`;
}

function writeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('canonical: not a plain object');
  let written = '';
  for (const name of sortedNames(value)) {
    if (written !== '') written += ',';
    written += `${writeString(name)}:${write(member(value, name), depth)}`;
  }
  return `{${written}}`;
}

/** Up to so many names insertion is quicker than the native sort; far above, its square would be felt. */
const maxInserted = 32;

/**
 * Sorted by UTF-16 code units, as RFC 8785, section 3.2.3 asks for: `<` and the default sort both compare
 * those. What was read from a canonical text is sorted already.
 */
function sortedNames(value: object): readonly string[] {
  if (Object.getOwnPropertySymbols(value).length > 0) throw new TypeError('canonical: JSON has no symbol');
  const names = Object.getOwnPropertyNames(value);
  if (isSorted(names)) return names;
  if (names.length > maxInserted) return names.toSorted();
  const sorted: string[] = [];
  for (const name of names) insert(sorted, name);
  return sorted;
}

function isSorted(names: readonly string[]): boolean {
  let last = '';
  for (const name of names) {
    if (name < last) return false;
    last = name;
  }
  return true;
}

/** Puts a name to its place among sorted ones. */
function insert(sorted: string[], name: string): void {
  let place = sorted.length;
  for (; place > 0; place -= 1) {
    const before = sorted[place - 1];
    if (before === undefined || before <= name) break;
    sorted[place] = before;
  }
  sorted[place] = name;
}

/** Reads an own data member. A getter could answer twice, and a hidden member would escape the reader. */
function member(value: object, name: string | number): unknown {
  const property = Object.getOwnPropertyDescriptor(value, name);
  if (property === undefined) throw new TypeError('canonical: a hole is no value');
  if (!('value' in property)) throw new TypeError('canonical: a getter is no value');
  if (property.enumerable !== true) throw new TypeError('canonical: a hidden member is no value');
  return property.value;
}
