import { isNode, nameOf, sourceOf, type Node } from './source.ts';
import type { Fault, Fence, Tree } from './tree.ts';

const page = 'docs/glossary.md';

/** A type that a file of the core exports, and the first sentence of its comment. */
export interface CoreType {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Null where the type has no comment. */
  readonly meaning: string | null;
}

/** Every type that the core exports has a meaning, and the glossary names it. */
export const glossary: Fence = {
  name: 'Every type of the core is in the glossary',
  check: (tree) => {
    const types = coreTypes(tree);
    const words = new Set([...tree.text(page).matchAll(/`(\w+)`/g)].map(([, word]) => word));
    const faults = types.flatMap(({ name, file, line, meaning }): readonly Fault[] => {
      if (!words.has(name)) return [{ file, line, what: `${name} is not in ${page}` }];
      return meaning === null ? [{ file, line, what: `${name} has no comment that says what it is` }] : [];
    });
    return { looked: types.length, faults };
  },
};

/** The exported types of the core, by name. */
export function coreTypes(tree: Tree): readonly CoreType[] {
  const files = tree.paths.filter((path) => path.startsWith('lib/core/') && path.endsWith('.ts'));
  return files
    .flatMap((file) => typesOf(tree, file))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

function typesOf(tree: Tree, file: string): readonly CoreType[] {
  const text = tree.text(file);
  const source = sourceOf(tree, file);
  const body: readonly unknown[] = Array.isArray(source.program['body']) ? source.program['body'] : [];
  return body.flatMap((statement): readonly CoreType[] => {
    if (
      !isNode(statement) ||
      statement.type !== 'ExportNamedDeclaration' ||
      !isNode(statement['declaration'])
    )
      return [];
    const { declaration } = statement;
    if (!isTypeDeclaration(declaration)) return [];
    const name = nameOf(declaration['id']);
    if (name === null) return [];
    return [{ name, file, line: source.lineOf(statement), meaning: commentBefore(text, statement.start) }];
  });
}

function isTypeDeclaration(node: Node): boolean {
  return node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration';
}

/** The first sentence of the doc comment that ends right before an offset. */
function commentBefore(text: string, offset: number): string | null {
  const comment = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*$/.exec(text.slice(0, offset))?.[1];
  if (comment === undefined) return null;
  const words = comment
    .replaceAll(/^\s*\*? ?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?= [A-Z`“]|$)/.exec(words)?.[0].replace(/:$/, '.') ?? words;
}
