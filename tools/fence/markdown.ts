import MarkdownIt from 'markdown-it';
import type { Tree } from './tree.ts';

/** A part of a page with the line it begins at, from 1. */
export interface Part {
  readonly line: number;
  readonly text: string;
}

/** What the fences read of a page that people read. */
export interface Page {
  readonly path: string;
  readonly text: string;
  /** Anchors of its headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Part[];
  readonly spans: readonly Part[];
  readonly fences: readonly (Part & { readonly info: string })[];
}

const markdown = new MarkdownIt({ html: true });
const read = new Map<string, Page>();

/** The project's own pages. Runbooks of bundles are data for tools, and test data prove nothing to a reader. */
export function pagesOf(tree: Tree): readonly Page[] {
  return tree.paths
    .filter((path) => /^([^/]+|docs\/.+|bench\/[^/]+)\.md$/.test(path))
    .map((path) => pageOf(path, tree.text(path)));
}

export function pageOf(path: string, text: string): Page {
  const known = read.get(path);
  if (known?.text === text) return known;
  const anchors = new Map<string, number>();
  const links: Part[] = [];
  const spans: Part[] = [];
  const fences: (Part & { readonly info: string })[] = [];
  let line = 1;
  let heading = false;
  for (const token of markdown.parse(text, {})) {
    line = token.map === null ? line : token.map[0] + 1;
    if (token.type === 'heading_open') heading = true;
    if (token.type === 'fence') fences.push({ line, text: token.content, info: token.info.trim() });
    if (token.type !== 'inline') continue;
    const children = token.children ?? [];
    if (heading) addAnchor(anchors, children.map(({ content }) => content).join(''));
    heading = false;
    let at = line;
    for (const child of children) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') at += 1;
      if (child.type === 'code_inline') spans.push({ line: at, text: child.content });
      const target =
        child.type === 'link_open'
          ? child.attrGet('href')
          : child.type === 'image'
            ? child.attrGet('src')
            : null;
      if (target !== null) links.push({ line: at, text: String(target) });
    }
  }
  const page = { path, text, anchors: new Set(anchors.keys()), links, spans, fences };
  read.set(path, page);
  return page;
}

/** GitHub's anchor of a heading: lower case, blanks to hyphens, punctuation gone, a number behind a repeated one. */
function addAnchor(anchors: Map<string, number>, heading: string): void {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
  const times = anchors.get(slug) ?? 0;
  anchors.set(slug, times + 1);
  if (times > 0) anchors.set(`${slug}-${times}`, 1);
}
