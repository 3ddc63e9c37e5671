import type { JsonValue } from '../../../lib/core/json/value.ts';
import { repository } from '../emulator/cast.ts';
import { at, listAt, numberAt, shown, textAt } from '../json.ts';
import type { CheckRunPage } from './check-run.ts';
import type { IssuePage, Turn } from './issue.ts';
import type { Shown } from './parts.ts';

/** Reads a path of GitHub's API as anyone may. */
export type ReadGitHub = (path: string) => Promise<JsonValue>;

/** Gathers what an issue's page shows. `wasEdited` tells which comments were, by id: REST doesn't. */
export async function readIssuePage(
  read: ReadGitHub,
  number: number,
  wasEdited: (commentId: number) => boolean,
): Promise<IssuePage> {
  const path = `/repos/${repository}/issues/${number}`;
  const [issue, comments, timeline, open] = await Promise.all([
    read(path),
    read(`${path}/comments?per_page=100`),
    read(`${path}/timeline?per_page=100`),
    read(`/repos/${repository}/issues?per_page=100`),
  ]);
  const said = listAt(comments).map((comment): Turn => {
    const edited = wasEdited(numberAt(comment, 'id'));
    return {
      kind: 'comment',
      by: account(comment, 'user'),
      at: textAt(comment, 'created_at'),
      body: textAt(comment, 'body'),
      edited,
    };
  });
  const turns = [...said, ...events(listAt(timeline), issue)].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  );
  return {
    repository,
    number,
    title: textAt(issue, 'title'),
    state: stateOf(issue),
    author: account(issue, 'user'),
    at: textAt(issue, 'created_at'),
    body: shown(issue, 'body'),
    labels: listAt(issue, 'labels').map((label) => textAt(label, 'name')),
    turns,
    openIssues: listAt(open).length,
  };
}

/** Gathers what a check run's page shows. */
export async function readCheckRunPage(read: ReadGitHub, id: number): Promise<CheckRunPage> {
  const [run, open] = await Promise.all([
    read(`/repos/${repository}/check-runs/${id}`),
    read(`/repos/${repository}/issues?per_page=100`),
  ]);
  const sha = textAt(run, 'head_sha');
  const app = shown(run, 'app', 'name');
  const all = await read(`/repos/${repository}/commits/${sha}/check-runs?per_page=100`);
  return {
    repository,
    name: textAt(run, 'name'),
    app,
    sha,
    others: listAt(all, 'check_runs')
      .map((one) => ({
        app: shown(one, 'app', 'name'),
        name: textAt(one, 'name'),
        conclusion: conclusionOf(one),
      }))
      .filter((one) => one.app !== app),
    conclusion: conclusionOf(run),
    completedAt: textAt(run, 'completed_at'),
    title: shown(run, 'output', 'title'),
    summary: shown(run, 'output', 'summary'),
    text: shown(run, 'output', 'text'),
    detailsUrl: shown(run, 'details_url'),
    openIssues: listAt(open).length,
  };
}

function conclusionOf(run: JsonValue): CheckRunPage['conclusion'] {
  const conclusion = shown(run, 'conclusion');
  return conclusion === 'success' || conclusion === 'failure' ? conclusion : 'neutral';
}

/** Labels that one person set at one time are one line, as on GitHub. */
function events(timeline: readonly JsonValue[], issue: JsonValue): readonly Turn[] {
  const turns: Turn[] = [];
  for (const event of timeline) {
    const [by, when] = [account(event, 'actor'), textAt(event, 'created_at')];
    if (shown(event, 'event') === 'labeled') {
      const last = turns.at(-1);
      const name = shown(event, 'label', 'name');
      const joins =
        last?.kind === 'labels' && last.by.login === by.login && last.at.slice(0, 19) === when.slice(0, 19);
      if (joins) turns[turns.length - 1] = { ...last, added: [...last.added, name] };
      else turns.push({ kind: 'labels', by, at: when, added: [name] });
    }
    if (shown(event, 'event') === 'closed') {
      turns.push({
        kind: 'closed',
        by,
        at: when,
        as: stateOf(issue) === 'not_planned' ? 'not_planned' : 'completed',
      });
    }
  }
  return turns;
}

function stateOf(issue: JsonValue): IssuePage['state'] {
  if (at(issue, 'state') === 'open') return 'open';
  return at(issue, 'state_reason') === 'not_planned' ? 'not_planned' : 'completed';
}

function account(value: JsonValue, member: string): Shown {
  return { login: shown(value, member, 'login'), bot: at(value, member, 'type') === 'Bot' };
}
