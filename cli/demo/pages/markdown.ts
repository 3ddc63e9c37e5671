import MarkdownIt from 'markdown-it';

/** Where a page's links lead. Null: the link is shown as text, since nothing is behind it once the demo has ended. */
export type LinkTo = (href: string) => string | null;

/**
 * Renders what stands in issues, comments and check runs as GitHub would: HTML is text, except the few
 * tags that Countersign writes itself; comments (`<!-- … -->`) are shown to nobody; nothing is loaded.
 * `breaks`: a single line feed ends the line, as in issues and comments.
 */
export function markdown(linkTo: LinkTo, breaks: boolean): (text: string) => string {
  const parser = new MarkdownIt({ html: true, linkify: true, breaks });
  const { rules } = parser.renderer;
  const { escapeHtml } = parser.utils;
  rules['html_block'] = (tokens, index) => onlyOurTags(tokens[index]?.content ?? '', escapeHtml);
  rules['html_inline'] = rules['html_block'];
  rules['text'] = (tokens, index) => {
    const token = tokens[index];
    return `${taskBox(token?.meta)}${mentions(escapeHtml(token?.content ?? ''))}`;
  };
  rules['image'] = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
  rules['link_open'] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index];
    const target = linkTo(String(token?.attrGet('href') ?? ''));
    if (token === undefined) return '';
    token.attrs = target === null ? [['class', 'dead']] : [['href', target]];
    return renderer.renderToken(tokens, index, options);
  };
  parser.core.ruler.push('task_list', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      const inItem = token.type === 'inline' && state.tokens[index - 2]?.type === 'list_item_open';
      const [first] = token.children ?? [];
      if (!inItem || first === undefined || !/^\[[ x]\] /.test(first.content)) continue;
      first.meta = { task: first.content.startsWith('[x]') };
      first.content = first.content.slice(4);
    }
  });
  rules['table_open'] = () => '<div class="scroll"><table>';
  rules['table_close'] = () => '</table></div>';
  return (text) => parser.render(text);
}

const piece = /<!--[\s\S]*?-->|<\/?(?:details|summary)>|<details open>|<br>|<\/?(?:sub|sup)>/g;

/** Keeps exactly these tags without attributes, drops comments, and escapes the rest. */
function onlyOurTags(html: string, escape: (text: string) => string): string {
  let kept = '';
  let from = 0;
  for (const match of html.matchAll(piece)) {
    kept += escape(html.slice(from, match.index));
    if (!match[0].startsWith('<!--')) kept += match[0];
    from = match.index + match[0].length;
  }
  return kept + escape(html.slice(from));
}

/** The box of a task, which GitHub draws for `- [ ]` at the start of a list item. */
function taskBox(meta: unknown): string {
  if (typeof meta !== 'object' || meta === null || !('task' in meta)) return '';
  return `<input type="checkbox" disabled${meta.task === true ? ' checked' : ''}> `;
}

function mentions(escaped: string): string {
  return escaped.replace(
    /(^|[^\w/@.-])@([A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\/[a-z0-9-]+)?)/g,
    '$1<span class="mention">@$2</span>',
  );
}
