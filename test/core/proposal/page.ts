/** What a GFM renderer makes of a Markdown text: whatever is not plain or fenced text, by kind. */
import MarkdownIt from 'markdown-it';

export interface Page {
  readonly links: readonly string[];
  readonly images: number;
  readonly headings: readonly string[];
  /** Raw HTML, block or inline, trimmed. */
  readonly html: readonly string[];
  /** `@…` in text that is neither code nor fenced, where GitHub would mention. */
  readonly mentions: readonly string[];
  /** `#7`, `GH-7`, `owner/repo#7` and commit ids in such text, where GitHub would refer. */
  readonly references: readonly string[];
  readonly fences: readonly { readonly info: string; readonly text: string }[];
  /** Everything between headings and paragraphs that is not any of these: lists, quotes, tables, rules. */
  readonly others: readonly string[];
}

// As GitHub reads an issue: HTML on, bare addresses linked, single line feeds kept.
const renderer = new MarkdownIt({ html: true, linkify: true, breaks: true });
const expected = new Set(['paragraph_open', 'paragraph_close', 'heading_open', 'heading_close', 'inline']);
const expectedInline = new Set([
  'strong_open',
  'strong_close',
  'code_inline',
  'text',
  'link_open',
  'link_close',
]);

export function readPage(markdown: string): Page {
  const tokens = renderer.parse(markdown, {});
  const inline = tokens.flatMap((token) => token.children ?? []);
  const text = inline.filter((token) => token.type === 'text').map((token) => token.content);
  return {
    links: inline.filter((token) => token.type === 'link_open').map((token) => String(token.attrGet('href'))),
    images: inline.filter((token) => token.type === 'image').length,
    headings: tokens.flatMap((token, index) =>
      token.type === 'heading_open' ? [tokens[index + 1]?.content ?? ''] : [],
    ),
    html: [...tokens, ...inline]
      .filter((token) => token.type === 'html_block' || token.type === 'html_inline')
      .map((token) => token.content.trim()),
    mentions: text.flatMap((one) => one.match(/@[A-Za-z0-9][A-Za-z0-9_/-]*/g) ?? []),
    references: text.flatMap((one) => one.match(/#\d+|\bGH-\d+|\b[0-9a-f]{7,40}\b/g) ?? []),
    fences: tokens
      .filter((token) => token.type === 'fence' || token.type === 'code_block')
      .map((token) => ({ info: token.info, text: token.content })),
    others: [
      ...tokens.filter(
        ({ type }) => !expected.has(type) && !['fence', 'code_block', 'html_block'].includes(type),
      ),
      ...inline.filter(({ type }) => !expectedInline.has(type) && !['image', 'html_inline'].includes(type)),
    ].map((token) => token.type),
  };
}
