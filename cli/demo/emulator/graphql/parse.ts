import type { JsonValue } from '../../../../lib/core/json/value.ts';

/** A field of a query, or a fragment's fields for one type. */
export type Selection =
  | {
      readonly kind: 'field';
      readonly name: string;
      /** The name in the answer: the alias where one is given. */
      readonly as: string;
      readonly given: Readonly<Record<string, Given>>;
      /** What `@include(if: …)` asks: false leaves the field out. Null: it is always in. */
      readonly include: Given | null;
      readonly selections: readonly Selection[];
    }
  | { readonly kind: 'on'; readonly type: string | null; readonly selections: readonly Selection[] };

/** An argument: a value, or a variable by name. */
export type Given =
  | { readonly value: JsonValue }
  | { readonly variable: string }
  | { readonly list: readonly Given[] };

/** Tokens: names, variables, strings, integers, the spread, and single marks. Commas, blanks and comments fall away. */
const token =
  /(?:[\s,\uFEFF]|#[^\n]*)*(?:(\.\.\.)|(\$?[_A-Za-z]\w*)|("(?:[^"\\\n]|\\.)*")|(-?\d+)|([{}()[\]:!=@]))/y;

interface Reader {
  peek(): string | null;
  next(): string;
  expect(mark: string): void;
}

/**
 * Reads the part of the query language that Countersign's client speaks: one operation with variables,
 * fields, aliases, arguments, `@include` and inline fragments. Throws a SyntaxError at anything else.
 */
export function parseQuery(source: string): readonly Selection[] {
  const reader = read(source);
  if (reader.peek() !== '{') {
    if (reader.next() !== 'query') throw new SyntaxError('only queries are answered');
    while (reader.peek() !== '{') reader.next();
  }
  const selections = selectionSet(reader);
  if (reader.peek() !== null) throw new SyntaxError('one operation only');
  return selections;
}

function read(source: string): Reader {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.trimEnd().length) {
    const from = token.lastIndex;
    const match = token.exec(source);
    if (match === null) throw new SyntaxError(`unexpected text at ${from}`);
    tokens.push(match.slice(1).find((part) => part !== undefined) ?? '');
  }
  let index = 0;
  const next = (): string => {
    const found = tokens[index];
    if (found === undefined) throw new SyntaxError('the query ends early');
    index += 1;
    return found;
  };
  return {
    peek: () => tokens[index] ?? null,
    next,
    expect(mark) {
      const found = next();
      if (found !== mark) throw new SyntaxError(`expected ${mark}, found ${found}`);
    },
  };
}

function selectionSet(reader: Reader): readonly Selection[] {
  const selections: Selection[] = [];
  reader.expect('{');
  while (reader.peek() !== '}') {
    selections.push(selection(reader));
  }
  reader.expect('}');
  return selections;
}

function selection(reader: Reader): Selection {
  const first = reader.next();
  if (first === '...') {
    const type = reader.peek() === 'on' ? (reader.next(), reader.next()) : null;
    return { kind: 'on', type, selections: selectionSet(reader) };
  }
  if (!/^[_A-Za-z]/.test(first)) throw new SyntaxError(`expected a field, found ${first}`);
  const aliased = reader.peek() === ':';
  if (aliased) reader.next();
  const name = aliased ? reader.next() : first;
  const given = reader.peek() === '(' ? readArguments(reader) : {};
  const include = reader.peek() === '@' ? readInclude(reader) : null;
  const selections = reader.peek() === '{' ? selectionSet(reader) : [];
  return { kind: 'field', name, as: first, given, include, selections };
}

function readInclude(reader: Reader): Given {
  reader.expect('@');
  reader.expect('include');
  const condition = readArguments(reader)['if'];
  if (condition === undefined) throw new SyntaxError('@include asks for a condition');
  return condition;
}

function readArguments(reader: Reader): Readonly<Record<string, Given>> {
  const given: Record<string, Given> = {};
  reader.expect('(');
  while (reader.peek() !== ')') {
    const name = reader.next();
    reader.expect(':');
    given[name] = readValue(reader);
  }
  reader.expect(')');
  return given;
}

function readValue(reader: Reader): Given {
  const found = reader.next();
  if (found === '[') {
    const list: Given[] = [];
    while (reader.peek() !== ']') list.push(readValue(reader));
    reader.expect(']');
    return { list };
  }
  if (found.startsWith('$')) return { variable: found.slice(1) };
  if (found.startsWith('"') || /^-?\d/.test(found)) {
    const value: JsonValue = JSON.parse(found);
    return { value };
  }
  if (found === 'true' || found === 'false') return { value: found === 'true' };
  if (found === 'null') return { value: null };
  // An enum's value is written as a bare name.
  return { value: found };
}
