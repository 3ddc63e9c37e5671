import type { Tree } from '../fence/tree.ts';

/** A committed file that is written from the sources. */
export interface Part {
  readonly path: string;
  readonly make: (tree: Tree) => string;
}

/** Head of a page that nobody edits by hand. */
export function head(title: string, from: string): string {
  return `<!-- Written by \`npm run generate\` from ${from}. -->\n\n# ${title}\n`;
}

/** A Markdown table. Cells hold no line breaks; pipes in them are escaped. */
export function rows(names: readonly string[], cells: readonly (readonly string[])[]): string {
  return [names, names.map(() => '---'), ...cells].map(row).join('\n');
}

function row(values: readonly string[]): string {
  return `| ${values.map((value) => value.replaceAll('|', '\\|')).join(' | ')} |`;
}
