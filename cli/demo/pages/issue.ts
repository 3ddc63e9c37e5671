import { escapeHtml, htmlDocument } from './document.ts';
import { markdown, type LinkTo } from './markdown.ts';
import { avatar, clock, icon, label, name, type Shown } from './parts.ts';

/** An issue and all that happened on its page, in order. */
export interface IssuePage {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'completed' | 'not_planned';
  readonly author: Shown;
  readonly at: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly turns: readonly Turn[];
  readonly openIssues: number;
}

export type Turn =
  | {
      readonly kind: 'comment';
      readonly by: Shown;
      readonly at: string;
      readonly body: string;
      readonly edited: boolean;
    }
  | { readonly kind: 'labels'; readonly by: Shown; readonly at: string; readonly added: readonly string[] }
  | {
      readonly kind: 'closed';
      readonly by: Shown;
      readonly at: string;
      readonly as: 'completed' | 'not_planned';
    };

/** An issue's page as GitHub would show it. */
export function renderIssuePage(issue: IssuePage, linkTo: LinkTo): string {
  const toHtml = markdown(linkTo, true);
  const comments = issue.turns.filter(({ kind }) => kind === 'comment').length;
  const first = turn(issue.author, issue.at, `opened this at ${clock(issue.at)}`, toHtml(issue.body), false);
  const main = `<h1>${escapeHtml(issue.title)} <span class="number">#${issue.number}</span></h1>
<div class="byline">${stateBadge(issue.state)} ${name(issue.author)} opened this issue at ${clock(issue.at)} · ${count(comments)}</div>
<div class="columns"><div>
${[first, ...issue.turns.map((one) => renderTurn(one, toHtml))].join('\n')}
</div><aside>
<section><h3>Assignees</h3>No one</section>
<section><h3>Labels</h3><div class="labels">${issue.labels.map(label).join('') || 'None yet'}</div></section>
<section><h3>Participants</h3><div class="labels">${participants(issue)}</div></section>
</aside></div>`;
  const title = `${issue.title} · Issue #${issue.number} · ${issue.repository}`;
  return htmlDocument({
    title,
    repository: issue.repository,
    tab: 'Issues',
    openIssues: issue.openIssues,
    main,
  });
}

function renderTurn(one: Turn, toHtml: (text: string) => string): string {
  switch (one.kind) {
    case 'comment':
      return turn(one.by, one.at, `commented at ${clock(one.at)}`, toHtml(one.body), one.edited);
    case 'labels':
      return event('tag', '', one.by, `added ${one.added.map(label).join(' ')} at ${clock(one.at)}`);
    case 'closed': {
      const as = one.as === 'completed' ? 'completed' : 'not planned';
      return event(
        one.as === 'completed' ? 'done' : 'skip',
        one.as,
        one.by,
        `closed this as ${as} at ${clock(one.at)}`,
      );
    }
  }
}

function turn(by: Shown, _at: string, what: string, html: string, edited: boolean): string {
  const mark = edited ? '<span class="pill">edited</span>' : '';
  return `<div class="turn">${avatar(by)}<div class="box"><div class="head">${name(by)} ${what}${mark}</div><div class="md">${html}</div></div></div>`;
}

function event(which: 'tag' | 'done' | 'skip', look: string, by: Shown, what: string): string {
  return `<div class="event"><span class="dot ${look}">${icon(which, '')}</span>${avatar(by, 'small')} ${name(by)} <span>${what}</span></div>`;
}

function stateBadge(state: IssuePage['state']): string {
  switch (state) {
    case 'open':
      return `<span class="state open">${icon('open', '#fff')} Open</span>`;
    case 'completed':
      return `<span class="state completed">${icon('done', '#fff')} Closed</span>`;
    case 'not_planned':
      return `<span class="state">${icon('skip', '#fff')} Closed as not planned</span>`;
  }
}

function count(comments: number): string {
  return comments === 1 ? '1 comment' : `${comments} comments`;
}

function participants(issue: IssuePage): string {
  const seen = new Map([issue.author, ...issue.turns.map(({ by }) => by)].map((by) => [by.login, by]));
  return [...seen.values()].map((by) => avatar(by, 'small')).join(' ');
}
