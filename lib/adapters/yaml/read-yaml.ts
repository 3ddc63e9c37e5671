import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import type { JsonValue } from '../../core/json/value.ts';
import type { Written, WrittenFault } from '../../core/port/written-text.ts';
import { ok, refused, type Result } from '../../core/result.ts';

/** What people write is a page or two, in `bundle.yml` as in a policy. */
const maxLength = 65_536;
const maxDepth = 32;
/** One broken line can give thousands of faults; the first few are the ones that help. */
const maxFaults = 20;
const words = {
  DUPLICATE_KEY: 'each key once',
  MULTIPLE_DOCS: 'one document: no line with --- inside',
  TAB_AS_INDENT: 'no tabs',
} as const;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads YAML as the subset that maps to JSON one to one: no anchors, aliases, tags, merge keys, tabs,
 * duplicate or non-text keys, and none of YAML's other spellings of numbers, booleans and null.
 */
export function readYaml(text: string): Result<Written, readonly WrittenFault[]> {
  if (text.length > maxLength)
    return refused([{ line: 1, column: 1, path: '(document)', expected: `at most ${maxLength} characters` }]);
  const lines = new LineCounter();
  const at = (offset: number | undefined): { readonly line: number; readonly column: number } => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parse(text, lines);
  if (document === null) return refused([{ ...at(0), path: '(document)', expected: 'less nesting' }]);
  const faults: WrittenFault[] = document.errors.slice(0, maxFaults).map(({ code, pos }) => ({
    ...at(pos[0]),
    path: pathAt(document.contents, pos[0]),
    expected: wordsFor(code) ?? `valid YAML (${code.toLowerCase().replaceAll('_', ' ')})`,
  }));
  const tab = text.indexOf('\t');
  // The parser tells about most of them itself, in the same place.
  if (tab >= 0 && !document.errors.some(({ code }) => code === 'TAB_AS_INDENT'))
    faults.push({ ...at(tab), path: pathAt(document.contents, tab), expected: words.TAB_AS_INDENT });
  if (faults.length > 0) return refused(faults);
  const value = convert(document.contents, '', 0, (node, path, expected) =>
    faults.push({ ...at(node?.range?.[0]), path: path === '' ? '(document)' : path, expected }),
  );
  if (faults.length > 0) return refused(faults.slice(0, maxFaults));
  return ok({ value, locate: (path) => at(offsetOf(document.contents, path)) });
}

function parse(text: string, lineCounter: LineCounter): Document.Parsed | null {
  try {
    return parseDocument(text, {
      lineCounter,
      schema: 'core',
      uniqueKeys: true,
      merge: false,
      prettyErrors: false,
    });
  } catch (error) {
    // The parser is recursive: thousands of brackets end its stack, which is an answer about the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Report = (node: Node | null, path: string, expected: string) => void;

function convert(node: Node | null, path: string, depth: number, report: Report): JsonValue {
  if (node === null) return null;
  if (depth > maxDepth) {
    report(node, path, 'less nesting');
    return null;
  }
  if ('anchor' in node && node.anchor !== undefined) report(node, path, 'no anchor');
  if (node.tag !== undefined) report(node, path, 'no tag');
  if (isScalar(node)) {
    const { value, source = '' } = node;
    if (typeof value === 'string' && value.isWellFormed()) return value;
    if (typeof value === 'boolean' && (source === 'true' || source === 'false')) return value;
    if (typeof value === 'number' && jsonNumber.test(source) && isExact(value)) return value;
    if (value === null && (source === 'null' || source === '')) return null;
    report(node, path, 'a text in quotes, or a value as JSON spells it');
    return null;
  }
  if (isSeq(node)) {
    return node.items.map((item, index) => convert(asNode(item), `${path}[${index}]`, depth + 1, report));
  }
  if (isMap(node)) {
    const members: Array<readonly [string, JsonValue]> = [];
    for (const pair of node.items) {
      const name = keyOf(pair);
      if (name === null) {
        report(asNode(pair.key) ?? node, path, 'a text as key');
        continue;
      }
      const inner = path === '' ? name : `${path}.${name}`;
      members.push([name, convert(asNode(pair.value), inner, depth + 1, report)]);
    }
    // `fromEntries` defines own members, also for `__proto__`.
    return Object.fromEntries(members);
  }
  report(node, path, 'no alias');
  return null;
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function asNode(value: unknown): Node | null {
  return isNode(value) ? value : null;
}

function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) && typeof pair.key.value === 'string' && pair.key.anchor === undefined
    ? pair.key.value
    : null;
}

function wordsFor(code: string): string | undefined {
  return Object.entries(words).find(([name]) => name === code)?.[1];
}

/** The path of the innermost key that a place in the text belongs to. */
function pathAt(root: Node | null, offset: number): string {
  let node = root;
  let path = '';
  for (let depth = 0; node !== null && depth <= maxDepth; depth += 1) {
    if (isSeq(node)) {
      const index = node.items.findIndex((item) => holds(asNode(item), asNode(item), offset));
      if (index < 0) break;
      path = `${path}[${index}]`;
      node = asNode(node.items[index]);
    } else if (isMap(node)) {
      const pair = node.items.find(({ key, value }) => holds(asNode(key), asNode(value), offset));
      const name = pair === undefined ? null : keyOf(pair);
      if (pair === undefined || name === null) break;
      path = path === '' ? name : `${path}.${name}`;
      node = asNode(pair.value);
    } else break;
  }
  return path === '' ? '(document)' : path;
}

function holds(first: Node | null, last: Node | null, offset: number): boolean {
  const [start] = first?.range ?? [];
  const [, , end] = last?.range ?? first?.range ?? [];
  return start !== undefined && end !== undefined && start <= offset && offset < end;
}

/** Walks a path such as `servers.ops.tools[0]`. Member names may hold dots, so the longest name that fits is taken. */
function offsetOf(root: Node | null, path: string): number | undefined {
  let node = root;
  let rest = path;
  let offset = node?.range?.[0];
  while (node !== null && rest !== '') {
    const index = /^\[(\d+)\]/.exec(rest);
    if (index !== null && isSeq(node)) {
      node = asNode(node.items[Number(index[1])]);
      rest = rest.slice(index[0].length);
      offset = node?.range?.[0] ?? offset;
    } else {
      rest = rest.replace(/^\./, '');
      const pair: Pair | undefined = isMap(node) ? longest(node.items, rest) : undefined;
      if (pair === undefined) break;
      rest = rest.slice(keyOf(pair)?.length);
      offset = asNode(pair.key)?.range?.[0] ?? offset;
      node = asNode(pair.value);
    }
  }
  return offset;
}

function longest(pairs: readonly Pair[], rest: string): Pair | undefined {
  return pairs
    .filter((pair) => {
      const name = keyOf(pair);
      if (name === null || !rest.startsWith(name)) return false;
      const next = rest[name.length];
      return next === undefined || next === '.' || next === '[';
    })
    .toSorted((left, right) => (keyOf(right)?.length ?? 0) - (keyOf(left)?.length ?? 0))[0];
}
