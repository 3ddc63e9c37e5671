import type { AppHost, Published } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, members, orNull, sha, short } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import type { OwnApp } from './own.ts';

const create = 'POST /repos/{owner}/{repo}/check-runs';
const update = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}';
const list = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';

const pageSize = 100;

/** GitHub keeps the newest 1,000 check runs of a name on a commit. */
const maxPages = 10;

const made = members({ id, html_url: orNull(short), url: short });
const page = members({
  check_runs: listOf(
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
  ),
});

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
    const query = { ref: commit, check_name: name, app_id: Number(appId), filter: 'all', per_page: pageSize };
    for (let number = 1; number <= maxPages; number += 1) {
      const answer = await ask(client, list, { repository, ...query, page: number });
      const read = readData(answer, page, 'unreadable');
      if (!read.ok) return read;
      const own = read.value.check_runs.find(
        (run) =>
          run.app?.id === appId &&
          run.name === name &&
          run.head_sha === commit &&
          run.external_id === externalId,
      );
      if (own !== undefined) return ok(published(own));
      if (read.value.check_runs.length < pageSize) return ok(null);
    }
    return refused(unreadable(list, null, 'more check runs than are looked at'));
  };
}

function published({ id: number, html_url, url }: ReturnType<typeof made>): Published {
  return { id: number, url: html_url ?? url };
}
