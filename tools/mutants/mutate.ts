import { isNode, walk, type Node, type Source } from '../fence/source.ts';

/** One small change of a file that a test should notice. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  /** What was changed into what, for people. */
  readonly what: string;
  /** The whole file with the change. */
  readonly text: string;
}

/** What stands in for an operator: its opposite, and for a bound the one beside it. */
const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

/** Methods whose opposite takes the same arguments. */
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
};

/** Every mutant of a file, in the order of its text: conditions, operators, negations, literals, quantifiers. */
export function mutantsOf(source: Source, text: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const typed = typeRanges(source.program);
  walk(source.program, (node, parent, member) => {
    if (typed.some(([start, end]) => node.start >= start && node.start < end)) return;
    for (const [start, end, instead] of changesOf(node, parent, member, text)) {
      const before = text.slice(start, end);
      found.push({
        path: source.path,
        line: source.lineOf(node),
        what: `${inOneLine(before)} → ${inOneLine(instead)}`,
        text: `${text.slice(0, start)}${instead}${text.slice(end)}`,
      });
    }
  });
  return found;
}

type Change = readonly [start: number, end: number, instead: string];

function changesOf(node: Node, parent: Node | null, member: string, text: string): readonly Change[] {
  const end = endOf(node);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorChange(node, text);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [[node.start, node.start + 1, '']] : [];
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'];
      if (!isNode(test)) return [];
      return [
        [test.start, endOf(test), 'true'],
        [test.start, endOf(test), 'false'],
      ];
    }
    case 'Literal':
      return literalChange(node, parent, member, end);
    case 'Identifier': {
      const instead = methods[String(node['name'])];
      const called = parent?.type === 'MemberExpression' && member === 'property';
      return called && instead !== undefined ? [[node.start, end, instead]] : [];
    }
    default:
      return [];
  }
}

function operatorChange(node: Node, text: string): readonly Change[] {
  const { left, right, operator } = node;
  const instead = operators[String(operator)];
  if (instead === undefined || !isNode(left) || !isNode(right)) return [];
  const at = text.indexOf(String(operator), endOf(left));
  if (at < 0 || at >= right.start) return [];
  return [[at, at + String(operator).length, instead]];
}

/** Texts are changed where they are values: not a module's name, a property's key, a type, nor a case, which types check, nor prose, of which the pages are compared. */
function literalChange(node: Node, parent: Node | null, member: string, end: number): readonly Change[] {
  const { value } = node;
  if (typeof value === 'boolean') return [[node.start, end, String(!value)]];
  if (typeof value === 'number') return [[node.start, end, String(value + 1)]];
  if (typeof value !== 'string' || value.includes(' ')) return [];
  const elsewhere = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'SwitchCase'];
  if (elsewhere.includes(parent?.type ?? '') || member === 'key') return [];
  return [[node.start, end, "'mutant'"]];
}

/** Where types stand: no test can notice a change there. */
function typeRanges(program: Node): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  walk(program, (node) => {
    const isType = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type);
    if (isType) ranges.push([node.start, endOf(node)]);
  });
  return ranges;
}

function endOf(node: Node): number {
  const { end } = node;
  if (typeof end !== 'number') throw new TypeError('a node of the parser has an end');
  return end;
}

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 60 ? line || '(nothing)' : `${line.slice(0, 60)}…`;
}
