import { shipped } from './rooms.ts';
import { isNode, nameOf, sourceOf, walk, type Node } from './source.ts';
import type { Fault, Fence } from './tree.ts';

/**
 * The bundler takes `new URL('…', import.meta.url)` for an asset and puts a stub in the file's place,
 * without a word. `join(import.meta.dirname, '…')` it leaves alone.
 */
export const bundling: Fence = {
  name: 'Shipped code names its files in a way that survives bundling',
  check: (tree) => {
    const files = shipped(tree);
    const faults = files.flatMap((file): readonly Fault[] => {
      const source = sourceOf(tree, file);
      const found: Fault[] = [];
      walk(source.program, (node) => {
        if (!isAsset(node)) return;
        found.push({
          file,
          line: source.lineOf(node),
          what: 'use join(import.meta.dirname, …), not new URL(…, import.meta.url)',
        });
      });
      return found;
    });
    return { looked: files.length, faults };
  },
};

function isAsset(node: Node): boolean {
  if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'URL' || !Array.isArray(node['arguments']))
    return false;
  return node['arguments'].some(
    (each: unknown) =>
      isNode(each) &&
      each.type === 'MemberExpression' &&
      isNode(each['object']) &&
      each['object'].type === 'MetaProperty',
  );
}
