import { expect, test } from 'vitest';
import { renderCheckRunPage, type CheckRunPage } from '../../cli/demo/pages/check-run.ts';
import { renderActionsRunPage, type ActionsRunPage } from '../../cli/demo/pages/actions-run.ts';
import { renderIssuePage, type IssuePage } from '../../cli/demo/pages/issue.ts';
import { markdown } from '../../cli/demo/pages/markdown.ts';

const dead = (): null => null;

const base: IssuePage = {
  repository: 'acme/payments',
  number: 1,
  title: 'A title',
  state: 'open',
  author: { login: 'github-actions[bot]', bot: true },
  at: '2026-11-30T21:02:11Z',
  body: 'text',
  labels: [],
  turns: [],
  openIssues: 1,
};

const run: CheckRunPage = {
  repository: 'acme/payments',
  name: 'Countersign',
  app: 'Countersign',
  sha: 'c0ffee0000000000000000000000000000c0ffee',
  conclusion: 'success',
  completedAt: '2026-11-30T21:02:11Z',
  title: 'Done and verified',
  summary: '| a | b |\n|---|---|\n| 1 | 2 |',
  text: '',
  detailsUrl: 'http://127.0.0.1/issue',
  openIssues: 0,
  others: [],
};

const started: ActionsRunPage = {
  repository: 'acme/payments',
  title: 'Roll back production',
  workflow: 'rollback.yml',
  number: 2,
  by: { login: 'countersign[bot]', bot: true },
  at: '2026-11-30T21:02:11Z',
  branch: 'main',
  sha: 'c0ffee0000000000000000000000000000c0ffee',
  status: 'completed',
  inputs: { environment: 'production' },
  openIssues: 0,
};

test('details and summary are kept, in exactly the forms that Countersign writes', () => {
  const html = markdown(dead, true)('<details open>\n<summary>More</summary>\n\n**b**\n\n</details>');
  expect(html).toContain('<details open>\n<summary>More</summary>');
  expect(html).toContain('<strong>b</strong>');
  expect(html).toContain('</details>');
});

test('any other HTML is shown as text', () => {
  for (const hostile of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<details ontoggle=alert(1)>',
    '<summary onclick="x()">y</summary>',
    'inline <b onmouseover=x>b</b>',
    '<a href="javascript:x()">y</a>',
  ]) {
    const html = markdown(dead, true)(hostile);
    expect(html.replaceAll(/<\/?(?:p|details|summary)>/g, '')).not.toContain('<');
  }
});

test('a comment in HTML is shown to nobody', () => {
  expect(markdown(dead, true)('seen\n\n<!-- countersign:record:v1 abc -->\n<!-- more -->')).toBe(
    '<p>seen</p>\n\n',
  );
});

test('an image is never loaded, and a link without a page behind it is no link', () => {
  const html = markdown(
    dead,
    true,
  )('![beacon](https://example.org/x.png) [there](https://example.org) javascript:x');
  expect(html).not.toMatch(/<img|href|src=/);
  expect(html).toContain('beacon');
  expect(html).toContain('there');
});

test('a link leads where the page’s own links lead', () => {
  const html = markdown(
    (href) => (href === 'https://host/run' ? 'check-run.html' : null),
    true,
  )('[go](https://host/run)');
  expect(html).toContain('<a href="check-run.html">go</a>');
});

test('mentions stand out, in text and not in code', () => {
  const html = markdown(dead, true)('@kim and `@kim` and a@kim.org');
  expect(html.match(/class="mention"/g)).toHaveLength(1);
});

test('tasks are drawn as boxes, only at the start of an item', () => {
  const html = markdown(dead, true)('- [ ] open\n- [x] done\n- no [ ] box\n\n[ ] neither');
  expect(html.match(/<input type="checkbox" disabled>/g)).toHaveLength(1);
  expect(html.match(/<input type="checkbox" disabled checked>/g)).toHaveLength(1);
});

test('a page loads nothing, and says so to the browser', () => {
  for (const page of [
    renderIssuePage(base, dead),
    renderCheckRunPage(run, dead),
    renderActionsRunPage(started),
  ]) {
    expect(page).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
    expect(page).not.toMatch(/<link|<script|@import|url\(|src=/);
  }
});

test('titles, labels and logins are escaped', () => {
  const hostile = '"><script>x</script>';
  const page = renderIssuePage(
    {
      ...base,
      title: hostile,
      labels: [hostile],
      author: { login: hostile, bot: false },
      turns: [{ kind: 'labels', by: { login: hostile, bot: false }, at: base.at, added: [hostile] }],
    },
    dead,
  );
  expect(page).not.toContain('<script>');
});

test('an issue’s page shows its state, who said what, and what was edited', () => {
  const kim = { login: 'kim', bot: false };
  const page = renderIssuePage(
    {
      ...base,
      state: 'not_planned',
      turns: [
        { kind: 'comment', by: kim, at: '2026-11-30T21:02:12Z', body: 'hello', edited: true },
        { kind: 'closed', by: kim, at: '2026-11-30T21:02:13Z', as: 'not_planned' },
      ],
    },
    dead,
  );
  expect(page).toContain('Closed as not planned');
  expect(page).toContain('1 comment<');
  expect(page).toContain('commented at 21:02:12 UTC<span class="pill">edited</span>');
  expect(page).toContain('closed this as not planned at 21:02:13 UTC');
});

test('a check run’s page shows its conclusion and its tables', () => {
  expect(renderCheckRunPage(run, dead)).toContain('Succeeded at 21:02:11 UTC');
  expect(renderCheckRunPage({ ...run, conclusion: 'neutral' }, dead)).toContain('Completed as neutral');
  expect(renderCheckRunPage(run, dead)).toContain('<table>');
});

test('a check run’s page names the checks that others made of the commit, by who made them', () => {
  const others = [
    { app: 'CI', name: 'unit tests', conclusion: 'success' },
    { app: 'CI', name: 'smoke <test>', conclusion: 'failure' },
  ] as const;
  const page = renderCheckRunPage({ ...run, others }, dead);
  expect(page.match(/<div class="app">CI<\/div>/g)).toHaveLength(1);
  expect(page).toContain('smoke &lt;test&gt;');
});

test('an Actions run’s page shows how far it is, who started it, and what with, escaped', () => {
  expect(renderActionsRunPage(started)).toContain('Success');
  expect(renderActionsRunPage({ ...started, status: 'queued' })).toContain('Queued');
  const hostile = '"><script>x</script>';
  const page = renderActionsRunPage({
    ...started,
    title: hostile,
    workflow: hostile,
    branch: hostile,
    inputs: { [hostile]: hostile },
  });
  expect(page).not.toContain('<script>');
  expect(page).toContain('countersign</b>');
});
