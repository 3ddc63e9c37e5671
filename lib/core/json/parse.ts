import { ok, refused, type Result } from '../result.ts';
import type { JsonObject, JsonValue } from './value.ts';
import { readNumber } from './number.ts';

/** How much of a text the strict parser takes. Both bounds are inclusive. */
export interface JsonBounds {
  /** Length in UTF-16 code units, checked before any work. */
  readonly maxLength: number;
  /** Nesting of arrays and objects. Each level is a call, so keep it in the hundreds. */
  readonly maxDepth: number;
}

/** The bounds of hashed documents: depth as in `docs/api.md`, length well above GitHub's 65,536-byte bodies. */
export const documentBounds: JsonBounds = { maxLength: 1_048_576, maxDepth: 64 };

/** Why a text is not the JSON that we take. */
export type JsonFaultCode =
  | 'json_too_long'
  | 'json_too_deep'
  | 'json_syntax'
  | 'json_duplicate_key'
  | 'json_lone_surrogate'
  | 'json_unsafe_integer'
  | 'json_inexact_number'
  | 'json_trailing_text';

/** Why a text is not strict JSON. `offset` counts UTF-16 code units from the start of the text. */
export interface JsonFault {
  readonly code: JsonFaultCode;
  readonly offset: number;
}

/**
 * Parses RFC 8259 JSON without its latitude: duplicate keys, lone surrogates, integers beyond 2^53−1,
 * numbers that a double would change, a byte order mark, nesting over the bound and text after the
 * value are refused (RFC 7493, I-JSON). `JSON.parse` merges and rounds all of these silently, and a
 * hash over its result would stand for two texts.
 */
export function parseJson(text: string, bounds: JsonBounds = documentBounds): Result<JsonValue, JsonFault> {
  if (text.length > bounds.maxLength) return refused({ code: 'json_too_long', offset: bounds.maxLength });
  // The text itself, apart from its escapes: a raw half and an escaped half would make a pair that no
  // UTF-8 bytes can say.
  const lone = text.search(loneSurrogate);
  if (lone !== -1) return refused({ code: 'json_lone_surrogate', offset: lone });
  const reader = new Reader(text, bounds.maxDepth);
  try {
    return ok(reader.document());
  } catch (error) {
    if (error instanceof Refusal) return refused({ code: error.code, offset: error.offset });
    throw error;
  }
}

/** With the `u` flag, paired surrogates read as one character, so that this finds single ones only. */
const loneSurrogate = /[\ud800-\udfff]/u;

class Refusal extends Error {
  readonly code: JsonFaultCode;
  readonly offset: number;
  constructor(code: JsonFaultCode, offset: number) {
    super(code);
    this.code = code;
    this.offset = offset;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Recursive descent over one text; the depth bound keeps the stack short. */
class Reader {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  document(): JsonValue {
    this.#space();
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw new Refusal('json_trailing_text', this.#at);
    return value;
  }

  #value(depth: number): JsonValue {
    const first = this.#text[this.#at];
    switch (first) {
      case '{':
        return this.#object(depth + 1);
      case '[':
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      case undefined:
        throw new Refusal('json_syntax', this.#at);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonObject {
    this.#enter(depth);
    const members: Array<readonly [string, JsonValue]> = [];
    const names = new Set<string>();
    this.#space();
    if (this.#take('}')) return {};
    do {
      this.#space();
      const start = this.#at;
      if (this.#text[start] !== '"') throw new Refusal('json_syntax', start);
      const name = this.#string();
      if (names.has(name)) throw new Refusal('json_duplicate_key', start);
      names.add(name);
      this.#space();
      this.#expect(':');
      this.#space();
      members.push([name, this.#value(depth)]);
      this.#space();
    } while (this.#take(','));
    this.#expect('}');
    // `fromEntries` defines own members, also for `__proto__`, where assignment would set the prototype.
    return Object.fromEntries(members);
  }

  #array(depth: number): readonly JsonValue[] {
    this.#enter(depth);
    const items: JsonValue[] = [];
    this.#space();
    if (this.#take(']')) return items;
    do {
      this.#space();
      items.push(this.#value(depth));
      this.#space();
    } while (this.#take(','));
    this.#expect(']');
    return items;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    let value = '';
    let run = this.#at;
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      // NaN at the end of the text compares false with everything, so it has its own branch.
      if (Number.isNaN(unit) || unit < 0x20) throw new Refusal('json_syntax', this.#at);
      if (unit === 0x22) break;
      if (unit === 0x5c) {
        value += this.#text.slice(run, this.#at) + this.#escape();
        run = this.#at;
      } else {
        this.#at += 1;
      }
    }
    value += this.#text.slice(run, this.#at);
    this.#at += 1;
    if (!value.isWellFormed()) throw new Refusal('json_lone_surrogate', start);
    return value;
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const digits = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new Refusal('json_syntax', this.#at);
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (plain === undefined) throw new Refusal('json_syntax', this.#at);
    this.#at += 2;
    return plain;
  }

  #number(): number {
    const read = readNumber(this.#text, this.#at);
    if (!read.ok) throw new Refusal(read.fault, this.#at);
    this.#at = read.value.end;
    return read.value.number;
  }

  #word<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw new Refusal('json_syntax', this.#at);
    this.#at += word.length;
    return value;
  }

  #enter(depth: number): void {
    if (depth > this.#maxDepth) throw new Refusal('json_too_deep', this.#at);
    this.#at += 1;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw new Refusal('json_syntax', this.#at);
  }

  #space(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }
}
