import type { JsonObject } from '../core/json/value.ts';
import type { ActionsRun } from '../core/port/runner-host.ts';

/** What expressions see of GitHub: names and ids that GitHub itself gave, and nothing secret. */
export function githubContext(run: ActionsRun, host: string): JsonObject {
  const { repository, id, attempt, sha, event, actor } = run;
  return {
    repository: repository.name,
    repository_id: repository.id,
    run_id: id,
    run_attempt: attempt,
    sha,
    event_name: event,
    actor: actor.login,
    server_url: host,
  };
}
