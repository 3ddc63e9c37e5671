import { escapeHtml, htmlDocument } from './document.ts';
import { avatar, clock, icon, name, type Icon, type Shown } from './parts.ts';

export interface ActionsRunPage {
  readonly repository: string;
  /** What the run is called, by its workflow's `run-name`. */
  readonly title: string;
  /** The workflow's file. */
  readonly workflow: string;
  readonly number: number;
  readonly by: Shown;
  readonly at: string;
  readonly branch: string;
  readonly sha: string;
  readonly status: 'queued' | 'in_progress' | 'completed';
  /** What it was started with. GitHub's own page doesn't tell; the emulator knows. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly openIssues: number;
}

/** An Actions run's page as GitHub would show it. */
export function renderActionsRunPage(run: ActionsRunPage): string {
  const { sign, colour, word } = looks[run.status];
  const rows = Object.entries(run.inputs).map(
    ([input, value]) =>
      `<tr><td><code>${escapeHtml(input)}</code></td><td><code>${escapeHtml(value)}</code></td></tr>`,
  );
  const main = `<h1>${icon(sign, colour)} ${escapeHtml(run.title)} <span class="number">#${run.number}</span></h1>
<div class="byline">${avatar(run.by, 'small')} ${name(run.by)} started this at ${clock(run.at)} by <code>workflow_dispatch</code> at <code>${escapeHtml(run.branch)}</code> <code>${escapeHtml(run.sha.slice(0, 7))}</code></div>
<div class="check"><div class="list"><div class="app">Jobs</div><div class="on">${icon(sign, colour)} roll-back</div></div>
<div class="pane"><div class="title">${icon(sign, colour)}<div><h2>${escapeHtml(run.workflow)}</h2><small>${word}</small></div></div>
<div class="sum">What it was started with</div>
<div class="md"><div class="scroll"><table><thead><tr><th>input</th><th>value</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p>GitHub shows no inputs of a run, so nobody can read them back there. By <code>countersign</code>, which the workflow puts into the run’s name, the App knows its own run again.</p></div>
</div></div>`;
  return htmlDocument({
    title: `${run.title} · ${run.repository}`,
    repository: run.repository,
    tab: 'Actions',
    openIssues: run.openIssues,
    main,
  });
}

const looks: Readonly<
  Record<ActionsRunPage['status'], { readonly sign: Icon; readonly colour: string; readonly word: string }>
> = {
  queued: { sign: 'neutral', colour: 'var(--gray)', word: 'Queued' },
  in_progress: { sign: 'neutral', colour: 'var(--gray)', word: 'In progress' },
  completed: { sign: 'success', colour: 'var(--open)', word: 'Success' },
};
