import type { AppHost } from '../../core/port/app-host.ts';
import type { ActionsRun } from '../../core/port/runner-host.ts';
import { ok, refused } from '../../core/result.ts';
import { account, flag, id, members, ordinal, orNull, sha, short } from './answer.ts';
import { ask, readData, unreadable, type GitHubClient } from './client.ts';
import { dateOf } from './date.ts';

const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}';

const run = members({
  id,
  run_attempt: ordinal,
  path: short,
  head_sha: sha,
  head_branch: orNull(short),
  event: short,
  actor: account,
  triggering_actor: account,
  repository: members({ id, full_name: short, private: flag, owner: members({ id }) }),
});

/** Reads an Actions run, with GitHub's own time of the answer. */
export function actionsRun(client: GitHubClient): AppHost['actionsRun'] {
  return async ({ repository, runId }) => {
    const answer = await ask(client, route, { repository, run_id: runId });
    if (!answer.ok) return answer;
    const read = readData(answer, run, 'unreadable');
    if (!read.ok) return read;
    const readAt = dateOf(answer.value.headers['date']);
    if (readAt === null) return refused(unreadable(route, null, 'no time in the answer'));
    const { path, actor, triggering_actor, repository: place } = read.value;
    return ok<ActionsRun>({
      id: read.value.id,
      attempt: read.value.run_attempt,
      path: fileOfRun(path),
      sha: read.value.head_sha,
      branch: read.value.head_branch,
      event: read.value.event,
      actor,
      triggeringActor: triggering_actor,
      repository: {
        id: place.id,
        ownerId: place.owner.id,
        name: place.full_name,
        isPublic: !place.private,
      },
      readAt,
    });
  };
}

/** The workflow file of a run. Where a ruleset or another repository names it, GitHub adds `@<ref>`. */
export function fileOfRun(path: string): string {
  return path.replace(/(\.ya?ml)@.*$/, '$1');
}
