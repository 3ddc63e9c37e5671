import { isNode, literal, nameOf, sourceOf, walk } from './source.ts';
import type { Tree } from './tree.ts';

/** The value of an exported constant that is written out in a file, or undefined where there is none. */
export function constantOf(tree: Tree, path: string, name: string): unknown {
  let found: unknown;
  walk(sourceOf(tree, path).program, (node) => {
    if (node.type === 'VariableDeclarator' && nameOf(node['id']) === name) found = valueOf(node['init']);
  });
  return found;
}

/** The names that a constant lists: the texts of a list, the `name` of each of its objects, or an object's members. */
export function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => (typeof item === 'string' ? [item] : namesOfOne(item)));
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function namesOfOne(item: unknown): readonly string[] {
  return typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string'
    ? [item.name]
    : [];
}

/** The value of a written-out expression; undefined for whatever has to be computed. */
function valueOf(node: unknown): unknown {
  if (!isNode(node)) return undefined;
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return valueOf(node['expression']);
    case 'Literal':
      return node['value'];
    case 'TemplateLiteral':
      return literal(node) ?? undefined;
    case 'ArrayExpression':
      return listOf(node['elements']).map(valueOf);
    case 'ObjectExpression':
      return Object.fromEntries(
        listOf(node['properties']).flatMap((property) => {
          if (!isNode(property) || property.type !== 'Property') return [];
          const name = nameOf(property['key']) ?? literal(property['key']);
          return name === null ? [] : [[name, valueOf(property['value'])]];
        }),
      );
    default:
      return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
