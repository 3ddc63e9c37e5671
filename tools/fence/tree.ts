import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own text files: paths from the root with `/`, sorted, and their text. */
export interface Tree {
  readonly paths: readonly string[];
  /** Throws for a path that the tree does not hold. */
  text(path: string): string;
}

/** One place that breaks a rule, and how. `line` counts from 1. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** `looked` is how many things were judged: a fence that judged nothing has not passed. */
export interface Verdict {
  readonly looked: number;
  readonly faults: readonly Fault[];
}

/** A rule over the project's files. Its name is what holds when it finds nothing. */
export interface Fence {
  readonly name: string;
  check(tree: Tree): Verdict;
}

/** Folders that are installed, made or kept by tools: nobody writes them. */
const made: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'coverage', 'demo', '.git']);

const textual = /\.(ts|json|md|yml|yaml|example|txt|html|css)$|(^|\/)(run|LICENSE|\.gitignore|\.npmrc)$/;

/** Reads a checkout. Files are read when they are asked for, once. */
export function readTree(root: string): Tree {
  const paths: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // Only the root has made folders; `lib/x/dist` would be somebody's mistake, and is looked at.
      if (entry.isDirectory() && !(folder === '' && made.has(entry.name)) && entry.name !== 'node_modules')
        visit(path);
      if (entry.isFile() && textual.test(path)) paths.push(path);
    }
  };
  visit('');
  const texts = new Map<string, string>();
  return {
    paths: paths.toSorted(),
    text: (path) => {
      const known = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
      texts.set(path, known);
      return known;
    },
  };
}

/** A tree of given files, over another one where there is one: how a violation is planted. */
export function treeOf(files: Readonly<Record<string, string>>, below?: Tree): Tree {
  const paths = [...new Set([...Object.keys(files), ...(below?.paths ?? [])])].toSorted();
  return {
    paths,
    text: (path) => {
      const own = files[path] ?? below?.text(path);
      if (own === undefined) throw new Error(`no such file in the tree: ${path}`);
      return own;
    },
  };
}

/** The line of an offset in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A fence's verdict, with a fault when it judged nothing. */
export function judge(fence: Fence, tree: Tree): Verdict {
  const verdict = fence.check(tree);
  if (verdict.looked > 0) return verdict;
  return {
    looked: 0,
    faults: [{ file: '.', line: 1, what: 'the fence found nothing to look at' }, ...verdict.faults],
  };
}
