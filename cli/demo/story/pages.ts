import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { repository } from '../emulator/cast.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { at } from '../json.ts';
import { renderActionsRunPage } from '../pages/actions-run.ts';
import { renderCheckRunPage } from '../pages/check-run.ts';
import { renderIssuePage } from '../pages/issue.ts';
import type { LinkTo } from '../pages/markdown.ts';
import { readActionsRunPage } from '../pages/read-actions-run.ts';
import { readCheckRunPage, readIssuePage, type ReadGitHub } from '../pages/read.ts';
import type { RunningApp } from './app.ts';

/** One page: its file, what it shows, and the file that a commit's checks are shown in from there. */
export interface PlannedPage {
  readonly file: string;
  readonly shows:
    | { readonly issue: number }
    | { readonly checkRun: number }
    | { readonly actionsRun: number };
  readonly checks: string | null;
}

/** Draws the pages into files that link to one another; answers with their paths. */
export async function writePages(
  github: EmulatedGitHub,
  app: RunningApp,
  plan: { readonly folder: string; readonly pages: readonly PlannedPage[] },
): Promise<readonly string[]> {
  const folder = resolve(plan.folder);
  await mkdir(folder, { recursive: true });
  const read = reader(github);
  const written: string[] = [];
  const write = async (file: string, html: string): Promise<void> => {
    const path = join(folder, file);
    await writeFile(path, html);
    written.push(path);
  };
  const files = new Map(plan.pages.map(({ file, shows }) => [addressOf(github, shows), file]));
  for (const { file, shows, checks } of plan.pages) {
    const linkTo = linksBetweenFiles(files, app.url, checks);
    if ('issue' in shows)
      await write(file, renderIssuePage(await readIssuePage(read, shows.issue, github.wasEdited), linkTo));
    else if ('checkRun' in shows)
      await write(file, renderCheckRunPage(await readCheckRunPage(read, shows.checkRun), linkTo));
    else await write(file, renderActionsRunPage(await readActionsRunPage(github, read, shows.actionsRun)));
  }
  // The App's own page of codes, so that the answers' links lead somewhere after the App has ended.
  await write(codesFile, await (await fetch(`${app.url}/refusals`)).text());
  return written;
}

const onLoopback: LinkTo = (href) => (href.startsWith('http://127.0.0.1:') ? href : null);

/** Serves the same pages at GitHub's own web addresses, as long as the demo lives. */
export function serveLivePages(github: EmulatedGitHub): void {
  const read = reader(github);
  github.servePages(async (path) => {
    const issue = new RegExp(`^/${repository}/issues/(\\d+)$`).exec(path)?.[1];
    if (issue !== undefined)
      return renderIssuePage(await readIssuePage(read, Number(issue), github.wasEdited), onLoopback);
    const run = new RegExp(`^/${repository}/runs/(\\d+)$`).exec(path)?.[1];
    if (run !== undefined) return renderCheckRunPage(await readCheckRunPage(read, Number(run)), onLoopback);
    const started = new RegExp(`^/${repository}/actions/runs/(\\d+)$`).exec(path)?.[1];
    if (started !== undefined)
      return renderActionsRunPage(await readActionsRunPage(github, read, Number(started)));
    const commit = new RegExp(`^/${repository}/commit/([0-9a-f]{40})/checks$`).exec(path)?.[1];
    if (commit === undefined) return null;
    const runs = await read(`/repos/${repository}/commits/${commit}/check-runs`);
    const newest = at(runs, 'check_runs', 0, 'id');
    return typeof newest === 'number'
      ? renderCheckRunPage(await readCheckRunPage(read, newest), onLoopback)
      : null;
  });
}

const codesFile = 'refusals.html';

function reader(github: EmulatedGitHub): ReadGitHub {
  return async (path) => github.as('kim', { method: 'GET', path });
}

function addressOf(github: EmulatedGitHub, shows: PlannedPage['shows']): string {
  const home = `${github.url}/${repository}`;
  if ('issue' in shows) return `${home}/issues/${shows.issue}`;
  return 'checkRun' in shows ? `${home}/runs/${shows.checkRun}` : `${home}/actions/runs/${shows.actionsRun}`;
}

function linksBetweenFiles(files: ReadonlyMap<string, string>, app: string, checks: string | null): LinkTo {
  return (href) => {
    const [page = '', anchor] = href.split('#');
    if (page === `${app}/refusals`) return `${codesFile}${anchor === undefined ? '' : `#${anchor}`}`;
    if (/\/commit\/[0-9a-f]{40}\/checks$/.test(page)) return checks;
    return files.get(page) ?? null;
  };
}
