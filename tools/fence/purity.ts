import { nameOf, sourceOf, walk, type Node } from './source.ts';
import type { Fault, Fence } from './tree.ts';

/** Names of the clock, the environment, randomness, I/O, and of what turns text into code. */
const globals: ReadonlySet<string> = new Set(
  (
    'Date Temporal performance setTimeout setInterval setImmediate queueMicrotask process global globalThis ' +
    'console navigator fetch WebSocket crypto Intl eval Function Promise require SharedArrayBuffer Atomics WeakRef'
  ).split(' '),
);

/** Members whose answer depends on the machine: a random source, or its language. */
const members: ReadonlySet<string> = new Set(
  'random localeCompare toLocaleString toLocaleUpperCase toLocaleLowerCase'.split(' '),
);

/** Nodes of types that hold an expression. */
const wrappers: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
]);

/** The core is a function of what it is given: no clock, environment, randomness, I/O, waiting, default export. */
export const purity: Fence = {
  name: 'The core is pure and synchronous',
  check: (tree) => {
    const files = tree.paths.filter((path) => path.startsWith('lib/core/') && path.endsWith('.ts'));
    const faults = files.flatMap((file): readonly Fault[] => {
      const source = sourceOf(tree, file);
      const found: Fault[] = [];
      walk(source.program, (node, parent, member) => {
        const what = impurity(node, parent, member);
        if (what !== null) found.push({ file, line: source.lineOf(node), what });
      });
      return found;
    });
    return { looked: files.length, faults };
  },
};

function impurity(node: Node, parent: Node | null, member: string): string | null {
  switch (node.type) {
    case 'AwaitExpression':
      return 'the core does not wait';
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node['async'] === true ? 'the core has no async function' : null;
    case 'ForOfStatement':
      return node['await'] === true ? 'the core does not wait' : null;
    case 'ExportDefaultDeclaration':
      return 'the core exports by name';
    case 'ImportExpression':
      return 'the core imports statically';
    case 'MetaProperty':
      return 'the core does not know where it lies';
    case 'MemberExpression': {
      const name = node['computed'] === true ? null : nameOf(node['property']);
      return name !== null && members.has(name) ? `.${name} differs from machine to machine` : null;
    }
    case 'Identifier': {
      const name = nameOf(node);
      return name !== null && globals.has(name) && isReference(parent, member)
        ? `${name} is not the core's to use`
        : null;
    }
    default:
      return null;
  }
}

/** Whether an identifier stands for a value, not for the name of a member, a type or a parameter of one. */
function isReference(parent: Node | null, member: string): boolean {
  if (parent === null) return true;
  if (parent.type.startsWith('TS')) return wrappers.has(parent.type);
  return member === 'property' || member === 'key' ? parent['computed'] === true : true;
}
