import { tableCell } from '../../lib/core/evidence/fence.ts';
import type { Tree } from '../fence/tree.ts';
import { fillMarked } from './marked.ts';
import { type Part } from './part.ts';

const page = 'docs/commands.md';

/** One body of the files that the parser is tested with. */
interface Example {
  readonly body: string;
  readonly code?: string;
  readonly why?: string;
  /** Shown on the page, in these words or in those of `why`. */
  readonly doc?: string | true;
  readonly taken?: boolean;
}

/**
 * The commands: written by people, but for the examples, which are those that the parser is tested with, so that
 * page and parser cannot say different things.
 */
export const commandsPage: Part = {
  path: page,
  make: (tree) => {
    const honest = examplesIn(tree, 'test/vectors/honest.json', 'honest');
    const near = examplesIn(tree, 'test/vectors/near-miss.json', 'nearMiss');
    const none = examplesIn(tree, 'test/vectors/near-miss.json', 'none');
    const taken = table(
      ['comment', ''],
      honest.filter((example) => example.taken === true).map((example) => [shown(example), words(example)]),
    );
    const answered = table(
      ['comment', '', 'code'],
      near.map((example) => [shown(example), words(example), `\`${example.code ?? ''}\``]),
    );
    const silent = table(
      ['comment', ''],
      none.map((example) => [shown(example), words(example)]),
    );
    const text = tree.text(page);
    return fillMarked(fillMarked(fillMarked(text, 'taken', taken), 'answered', answered), 'silent', silent);
  },
};

/** Read with `JSON.parse`: bodies hold what our own parser refuses. */
function examplesIn(tree: Tree, path: string, list: string): readonly Example[] {
  const vectors: Readonly<Record<string, readonly Example[]>> = JSON.parse(tree.text(path));
  return (vectors[list] ?? []).filter(({ doc }) => doc !== undefined);
}

/** A body in one line: the hash by its name, ends of lines and a blank at the end by signs. */
function shown({ body }: Example): string {
  const line = body
    .replaceAll(/[0-9a-f]{64}/g, '<hash>')
    .replace(/ +$/, '␣')
    .replaceAll('\r', ' CR')
    .replaceAll('\n', ' ↵ ');
  return tableCell(line.replaceAll(/ {2,}/g, ' ').trimEnd());
}

function words({ doc, why }: Example): string {
  return typeof doc === 'string' ? doc : (why ?? '').replace(/^[A-Z]+-[0-9]+: /, '');
}

/** A Markdown table. Its cells are escaped by whoever makes them. */
function table(names: readonly string[], cells: readonly (readonly string[])[]): string {
  return [names, names.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
