import type { AppHost, Published } from '../../core/port/app-host.ts';
import { ok } from '../../core/result.ts';
import { id, listOf, members, orNull, sha, short, type Reader } from './answer.ts';
import { readData, send, type GitHubClient } from './client.ts';
import { findListed, pageSize } from './listed.ts';
import type { OwnApp } from './own.ts';

const create = 'POST /repos/{owner}/{repo}/check-runs';
const update = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}';
const list = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';

const made = members({ id, html_url: orNull(short), url: short });

const listed = listOf(
  members({
    id,
    name: short,
    head_sha: sha,
    external_id: orNull(short),
    html_url: orNull(short),
    url: short,
    app: orNull(members({ id })),
  }),
  pageSize,
);

/** GitHub keeps the newest 1,000 check runs of a name on a commit: as many as are looked through. */
const page: Reader<ReturnType<typeof listed>> = (value) => members({ check_runs: listed })(value).check_runs;

/** Makes a check run, once. It is always completed: a conclusion is what people see of a state. */
export function createCheckRun(client: GitHubClient): AppHost['createCheckRun'] {
  return async ({ repository, name, sha: commit, externalId, detailsUrl, conclusion, output, actions }) => {
    const sent = await send(client, create, {
      repository,
      name,
      head_sha: commit,
      external_id: externalId,
      details_url: detailsUrl,
      status: 'completed',
      conclusion,
      output,
      actions,
    });
    const read = readData(sent, made, 'ambiguous');
    return read.ok ? ok(published(read.value)) : read;
  };
}

/** Changes our own check run. Only the App that made it can. */
export function updateCheckRun(client: GitHubClient): AppHost['updateCheckRun'] {
  return async ({ repository, id: checkRun, conclusion, output, actions }) => {
    const change = { check_run_id: checkRun, status: 'completed', conclusion, output, actions };
    const sent = await send(client, update, { repository, ...change });
    const read = readData(sent, made, 'ambiguous');
    return read.ok ? ok(published(read.value)) : read;
  };
}

/** Looks for our own check run. GitHub cannot filter by external id, and its App filter is checked again here. */
export function findCheckRun(client: GitHubClient, { appId }: OwnApp): AppHost['findCheckRun'] {
  return async ({ repository, name, sha: commit, externalId }) => {
    return findListed(client, {
      route: list,
      place: { repository, ref: commit, check_name: name, app_id: Number(appId), filter: 'all' },
      page,
      pick: (run) => {
        const isAsked = run.name === name && run.head_sha === commit && run.external_id === externalId;
        return isAsked && run.app?.id === appId ? published(run) : null;
      },
    });
  };
}

function published({ id: number, html_url, url }: ReturnType<typeof made>): Published {
  return { id: number, url: html_url ?? url };
}
