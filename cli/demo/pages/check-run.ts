import { escapeHtml, htmlDocument } from './document.ts';
import { markdown, type LinkTo } from './markdown.ts';
import { clock, icon, type Icon } from './parts.ts';

export interface CheckRunPage {
  readonly repository: string;
  readonly name: string;
  readonly app: string;
  readonly sha: string;
  readonly conclusion: 'success' | 'failure' | 'neutral';
  readonly completedAt: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  /** The page that the check run's own "details" link leads to. */
  readonly detailsUrl: string;
  readonly openIssues: number;
  /** The checks that others made of the same commit. */
  readonly others: ReadonlyArray<{
    readonly app: string;
    readonly name: string;
    readonly conclusion: CheckRunPage['conclusion'];
  }>;
}

/** A check run's page as GitHub would show it. */
export function renderCheckRunPage(run: CheckRunPage, linkTo: LinkTo): string {
  const toHtml = markdown(linkTo, false);
  const sign = icon(signs[run.conclusion].icon, signs[run.conclusion].colour);
  const details = linkTo(run.detailsUrl);
  const link =
    details === null
      ? ''
      : ` · <a href="${escapeHtml(details)}">View more details on ${escapeHtml(run.app)}</a>`;
  const main = `<h1>Checks <span class="number">of commit ${escapeHtml(run.sha.slice(0, 7))} on main</span></h1>
<div class="check"><div class="list"><div class="app">${escapeHtml(run.app)}</div><div class="on">${sign} ${escapeHtml(run.name)}</div>${otherChecks(run)}</div>
<div class="pane"><div class="title">${sign}<div><h2>${escapeHtml(run.name)}</h2><small>${signs[run.conclusion].word} at ${clock(run.completedAt)}${link}</small></div></div>
<div class="sum">${escapeHtml(run.title)}</div>
<div class="md">${toHtml(run.summary)}</div>
${run.text === '' ? '' : `<div class="md details-of"><h3>Details</h3>${toHtml(run.text)}</div>`}
</div></div>`;
  const title = `${run.title} · ${run.name} · ${run.repository}`;
  return htmlDocument({
    title,
    repository: run.repository,
    tab: 'Actions',
    openIssues: run.openIssues,
    main,
  });
}

function otherChecks({ others }: CheckRunPage): string {
  return others
    .map(({ app, name, conclusion }, index) => {
      const head = others[index - 1]?.app === app ? '' : `<div class="app">${escapeHtml(app)}</div>`;
      const { icon: which, colour } = signs[conclusion];
      return `${head}<div>${icon(which, colour)} ${escapeHtml(name)}</div>`;
    })
    .join('');
}

const signs: Readonly<
  Record<CheckRunPage['conclusion'], { readonly icon: Icon; readonly colour: string; readonly word: string }>
> = {
  success: { icon: 'success', colour: 'var(--open)', word: 'Succeeded' },
  failure: { icon: 'failure', colour: 'var(--red)', word: 'Failed' },
  neutral: { icon: 'neutral', colour: 'var(--gray)', word: 'Completed as neutral' },
};
