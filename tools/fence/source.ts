import { parseSync } from 'oxc-parser';
import { posix } from 'node:path';
import { lineAt, type Tree } from './tree.ts';

/** A node of the syntax tree, as the parser gives it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/** One import, re-export, dynamic import, type import or `require` of a file. */
export interface Import {
  readonly line: number;
  /** A path from the root for a relative specifier, else the specifier: `node:fs`, `yaml`. */
  readonly to: string;
  readonly relative: boolean;
}

export interface Source {
  readonly path: string;
  readonly program: Node;
  readonly imports: readonly Import[];
  lineOf(node: Node): number;
}

const parsed = new Map<string, { readonly text: string; readonly source: Source }>();

/** Parses a file of the tree. A syntax error and an import that is no literal throw: they can't be judged. */
export function sourceOf(tree: Tree, path: string): Source {
  const text = tree.text(path);
  const known = parsed.get(path);
  if (known?.text === text) return known.source;
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'syntax error'}`);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`${path}: the parser gave no program`);
  const source: Source = {
    path,
    program: root,
    imports: importsOf(path, root, text),
    lineOf: (node) => lineAt(text, node.start),
  };
  parsed.set(path, { text, source });
  return source;
}

/** Calls `visit` for every node, parents first, with its parent and the member it stands in. */
export function walk(node: Node, visit: (node: Node, parent: Node | null, member: string) => void): void {
  const step = (value: unknown, parent: Node | null, member: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) step(item, parent, member);
    } else if (isNode(value)) {
      visit(value, parent, member);
      for (const [name, child] of Object.entries(value)) step(child, value, name);
    }
  };
  step(node, null, '');
}

/** Whether a value of the syntax tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The text of a literal, of a template without expressions, or null for anything else. */
export function literal(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Literal') return typeof value['value'] === 'string' ? value['value'] : null;
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value['quasis']) || value['quasis'].length !== 1)
    return null;
  const quasi: unknown = value['quasis'][0];
  const raw = isNode(quasi) ? quasi['value'] : null;
  return typeof raw === 'object' && raw !== null && 'cooked' in raw && typeof raw.cooked === 'string'
    ? raw.cooked
    : null;
}

/** The name of an identifier, or null. */
export function nameOf(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' && typeof value['name'] === 'string'
    ? value['name']
    : null;
}

function importsOf(path: string, program: Node, text: string): readonly Import[] {
  const found: Import[] = [];
  walk(program, (node) => {
    const request = requestOf(node);
    if (request === null) return;
    const specifier = literal(request);
    const line = lineAt(text, node.start);
    if (specifier === null) throw new Error(`${path}:${line}: an import that is no literal can't be judged`);
    const relative = specifier.startsWith('.');
    found.push({ line, relative, to: relative ? posix.join(posix.dirname(path), specifier) : specifier });
  });
  return found;
}

/** The node that names the module which another node brings in, or null where it brings none. */
function requestOf(node: Node): Node | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return isNode(node['source']) ? node['source'] : null;
    case 'CallExpression': {
      const first: unknown = Array.isArray(node['arguments']) ? node['arguments'][0] : null;
      return nameOf(node['callee']) === 'require' && isNode(first) ? first : null;
    }
    default:
      return null;
  }
}
