import { posix } from 'node:path';
import { pageOf, pagesOf, type Page, type Part } from './markdown.ts';
import type { Fault, Fence, Tree } from './tree.ts';

/** A span that names a file or a folder of the project: no blanks, patterns or placeholders. */
const ownPath = /^(lib|app|action|cli|mcp|test|tools|docs|bench|workflows|skills|\.github|\.ci)\/[\w./-]*$/;

/** Every link of the pages leads somewhere, and every file that they name exists. */
export const links: Fence = {
  name: 'Links and paths in the docs resolve',
  check: (tree) => {
    const pages = pagesOf(tree);
    const faults = pages.flatMap((page) => [
      ...page.links.flatMap((link) => faultOf(page, link, judgeLink(tree, page, link))),
      ...page.spans.flatMap((span) => faultOf(page, span, judgeSpan(tree, span))),
    ]);
    return { looked: pages.reduce((sum, page) => sum + page.links.length + page.spans.length, 0), faults };
  },
};

function judgeLink(tree: Tree, page: Page, { text: href }: Part): string | null {
  if (href.startsWith('https://')) return null;
  if (/^[a-z]+:/.test(href)) return href.startsWith('mailto:') ? null : `only https leads outside: ${href}`;
  const [path = '', anchor] = decodeURI(href).split('#');
  const target = path === '' ? page.path : posix.normalize(posix.join(posix.dirname(page.path), path));
  if (!exists(tree, target)) return `leads to ${target}, which does not exist`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return pageOf(target, tree.text(target)).anchors.has(anchor) ? null : `${target} has no heading #${anchor}`;
}

function judgeSpan(tree: Tree, { text }: Part): string | null {
  return !ownPath.test(text) || exists(tree, text) ? null : `names ${text}, which does not exist`;
}

function exists(tree: Tree, path: string): boolean {
  const bare = path.replace(/\/$/, '');
  return tree.paths.some((known) => known === bare || known.startsWith(`${bare}/`));
}

function faultOf(page: Page, part: Part, what: string | null): readonly Fault[] {
  return what === null ? [] : [{ file: page.path, line: part.line, what }];
}
