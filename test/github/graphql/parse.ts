import type { Directive, Document, Selection, Value, Variable } from './document.ts';

/** Thrown for a text that is not a query we can read. */
export class QueryError extends Error {}

/** Reads one query with its fragments. No mutations: the fake offers none. */
export function parseQuery(text: string): Document {
  const tokens = tokenise(text);
  let at = 0;

  const peek = (): string => tokens[at] ?? '';
  const next = (): string => {
    const token = tokens[at];
    if (token === undefined) throw new QueryError('Expected more, the document ends');
    at += 1;
    return token;
  };
  const take = (token: string): boolean => {
    if (peek() !== token) return false;
    at += 1;
    return true;
  };
  const expect = (token: string): void => {
    const found = next();
    if (found !== token) throw new QueryError(`Expected ${token}, found ${found}`);
  };
  const name = (): string => {
    const token = next();
    if (!/^[_A-Za-z]\w*$/.test(token)) throw new QueryError(`Expected a name, found ${token}`);
    return token;
  };

  const value = (): Value => {
    if (take('$')) return { kind: 'variable', name: name() };
    if (take('[')) {
      const items: Value[] = [];
      while (!take(']')) items.push(value());
      return { kind: 'list', items };
    }
    if (take('{')) {
      const members = new Map<string, Value>();
      while (!take('}')) {
        const key = name();
        expect(':');
        members.set(key, value());
      }
      return { kind: 'object', members };
    }
    const token = next();
    if (token.startsWith('"')) {
      const string: string = JSON.parse(token);
      return { kind: 'constant', value: string };
    }
    if (/^-?\d/.test(token)) return { kind: 'constant', value: Number(token) };
    const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
    const word = words[token];
    return { kind: 'constant', value: word === undefined ? token : word };
  };
  const input = (): ReadonlyMap<string, Value> => {
    const members = new Map<string, Value>();
    if (!take('(')) return members;
    while (!take(')')) {
      const key = name();
      expect(':');
      members.set(key, value());
    }
    return members;
  };
  const directives = (): readonly Directive[] => {
    const found: Directive[] = [];
    while (take('@')) found.push({ name: name(), input: input() });
    return found;
  };
  const selections = (): readonly Selection[] => {
    if (!take('{')) return [];
    const found: Selection[] = [];
    while (!take('}')) found.push(selection());
    return found;
  };
  const selection = (): Selection => {
    if (take('...')) {
      if (peek() !== 'on' && peek() !== '{' && peek() !== '@')
        return { kind: 'spread', name: name(), directives: directives() };
      const on = take('on') ? name() : null;
      return { kind: 'inline', on, directives: directives(), selections: selections() };
    }
    const first = name();
    const field = take(':') ? name() : first;
    return {
      kind: 'field',
      alias: first,
      name: field,
      input: input(),
      directives: directives(),
      selections: selections(),
    };
  };
  const type = (): string => {
    const inner = take('[') ? `[${type()}${closing()}` : name();
    return take('!') ? `${inner}!` : inner;
  };
  const closing = (): string => {
    expect(']');
    return ']';
  };
  const variables = (): readonly Variable[] => {
    const found: Variable[] = [];
    if (!take('(')) return found;
    while (!take(')')) {
      expect('$');
      const called = name();
      expect(':');
      found.push({ name: called, type: type(), fallback: take('=') ? value() : null });
    }
    return found;
  };

  const queries: Pick<Document, 'variables' | 'selections'>[] = [];
  const fragments = new Map<string, { readonly on: string; readonly selections: readonly Selection[] }>();
  while (at < tokens.length) {
    if (take('fragment')) {
      const called = name();
      expect('on');
      fragments.set(called, { on: name(), selections: selections() });
      continue;
    }
    const keyword = peek() === '{' ? 'query' : next();
    if (keyword !== 'query') throw new QueryError(`No ${keyword} here`);
    if (peek() !== '{' && peek() !== '(') name();
    queries.push({ variables: variables(), selections: selections() });
  }
  const [query] = queries;
  if (query === undefined || queries.length > 1) throw new QueryError('Expected exactly one query');
  return { ...query, fragments };
}

function tokenise(text: string): readonly string[] {
  const pattern =
    /[\s,]+|#[^\n]*|(\.\.\.|[!$()[\]{}:=@|&]|[_A-Za-z]\w*|-?\d+(?:\.\d+)?|"(?:[^"\\\n]|\\.)*")/y;
  const tokens: string[] = [];
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw new QueryError(`Unexpected ${JSON.stringify(text.slice(start, start + 10))}`);
    if (match[1] !== undefined) tokens.push(match[1]);
  }
  return tokens;
}
