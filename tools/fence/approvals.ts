import { roomOf, shipped } from './rooms.ts';
import { isNode, literal, nameOf, sourceOf, walk, type Node } from './source.ts';
import type { Fault, Fence, Tree } from './tree.ts';

/** The only file that makes approvals. */
const maker = 'lib/service/countersign.ts';

const approval = 'approval.recorded';

/**
 * The one exception: a ledger that was lost or moved gets back what it once recorded. Who may ask for that,
 * by the port's methods that put a whole run back: both verify every chain before.
 */
const restorers: ReadonlyMap<string, string> = new Map([
  ['restore', 'lib/service/rebuild.ts'],
  ['addRun', 'lib/service/ledger-import.ts'],
]);

/** Where those methods are implemented. */
const stores = 'lib/adapters/store/';

/**
 * An approval can be made in one file only, and only from the App is there a way to it. One that was recorded
 * comes back with its verified run, by the files named for that.
 */
export const approvals: Fence = {
  name: 'Only the App can approve',
  check: (tree) => {
    const files = shipped(tree);
    if (!tree.paths.includes(maker)) return { looked: 0, faults: [] };
    const faults = [
      ...files.filter((path) => path !== maker).flatMap((path) => makings(tree, path)),
      ...files.filter((path) => !path.startsWith(stores)).flatMap((path) => restorings(tree, path)),
      ...files.filter((path) => isOutside(path)).flatMap((path) => ways(tree, path)),
    ];
    return { looked: files.length, faults };
  },
};

/** The runner, the MCP server and the command line: none of them may decide. */
function isOutside(path: string): boolean {
  return ['action', 'mcp', 'cli'].includes(roomOf(path) ?? '');
}

/**
 * Places that name the event's type as a value. A comparison, a `case` and the name of a member read it;
 * a type says what it looks like. Everything else could become an event.
 */
function makings(tree: Tree, path: string): readonly Fault[] {
  const source = sourceOf(tree, path);
  const found: Fault[] = [];
  walk(source.program, (node, parent, member) => {
    if (literal(node) !== approval || reads(parent, member)) return;
    found.push({ file: path, line: source.lineOf(node), what: `only ${maker} may make ${approval}` });
  });
  return found;
}

/** Places that reach for a method by which a whole run is put back, and are not the one that may. */
function restorings(tree: Tree, path: string): readonly Fault[] {
  const source = sourceOf(tree, path);
  const found: Fault[] = [];
  walk(source.program, (node, parent) => {
    const name = reachedFor(node, parent);
    const only = name === null ? undefined : restorers.get(name);
    if (only === undefined || only === path) return;
    found.push({ file: path, line: source.lineOf(node), what: `only ${only} may put runs back by ${name}` });
  });
  return found;
}

/** The member that an expression or a pattern takes out of an object; null where it takes none by name. */
function reachedFor(node: Node, parent: Node | null): string | null {
  if (node.type === 'MemberExpression')
    return nameOf(node['property']) ?? (isNode(node['property']) ? literal(node['property']) : null);
  return node.type === 'Property' && parent?.type === 'ObjectPattern' ? nameOf(node['key']) : null;
}

function reads(parent: Node | null, member: string): boolean {
  if (parent === null) return false;
  switch (parent.type) {
    case 'BinaryExpression':
      return parent['operator'] === '===' || parent['operator'] === '!==';
    case 'SwitchCase':
      return member === 'test';
    case 'Property':
      return member === 'key';
    case 'TSLiteralType':
      return true;
    case 'CallExpression':
      return isLookup(parent['callee']);
    default:
      return false;
  }
}

/** Functions that pick entries out of a run by their type, and give nothing to anyone who writes. */
const readers: ReadonlySet<string> = new Set(['entriesOf']);

/** `set.has('…')`, `map.get('…')`, `list.includes('…')`, `entriesOf(run, '…')`. */
function isLookup(callee: unknown): boolean {
  const name = nameOf(callee);
  if (name !== null) return readers.has(name);
  const member =
    typeof callee === 'object' && callee !== null && 'property' in callee ? nameOf(callee.property) : null;
  return member !== null && ['has', 'get', 'includes'].includes(member);
}

/** Every way from a file to the maker along imports of any kind, type-only ones too: one is one too many. */
function ways(tree: Tree, from: string): readonly Fault[] {
  const before = new Map<string, string | null>([[from, null]]);
  for (const path of before.keys()) {
    for (const { to, relative } of sourceOf(tree, path).imports) {
      if (relative && tree.paths.includes(to) && to.endsWith('.ts') && !before.has(to)) before.set(to, path);
    }
  }
  if (!before.has(maker)) return [];
  const way: string[] = [];
  for (let at: string | null = maker; at !== null; at = before.get(at) ?? null) way.unshift(at);
  return [{ file: from, line: 1, what: `reaches the maker of approvals: ${way.join(' → ')}` }];
}
