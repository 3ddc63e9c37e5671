import { style } from './style.ts';

/** Makes text safe as HTML text and inside a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export interface PageFrame {
  readonly title: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly tab: 'Issues' | 'Actions';
  readonly openIssues: number;
  readonly main: string;
}

/** A whole page in GitHub's manner. It loads nothing, and its policy forbids it to. */
export function htmlDocument(frame: PageFrame): string {
  const [owner = '', name = ''] = frame.repository.split('/');
  const tabs = ['Code', 'Issues', 'Pull requests', 'Actions', 'Security', 'Insights'].map((tab) => {
    const here = tab === frame.tab ? ' class="here"' : '';
    const count = tab === 'Issues' ? `<i>${frame.openIssues}</i>` : '';
    return `<span${here}>${tab}${count}</span>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(frame.title)}</title>
<style>${style}</style>
</head>
<body>
<header class="top">
<div class="where"><span class="mark"></span> ${escapeHtml(owner)} / <b>${escapeHtml(name)}</b></div>
<nav>${tabs.join('')}</nav>
</header>
<main>
${frame.main}
</main>
<footer>Drawn by the Countersign demo from what the emulated GitHub holds. The texts are exactly those that GitHub would show; the frame around them only looks like it.</footer>
</body>
</html>
`;
}
