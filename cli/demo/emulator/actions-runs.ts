import type { JsonObject } from '../../../lib/core/json/value.ts';
import { objectAt } from '../json.ts';
import { repository, type Login } from './cast.ts';
import { fault, type Answer } from './exchange.ts';
import type { Upstream } from './upstream.ts';

/** A workflow's run as the demo starts it: nothing fills the emulator's own. */
export interface StartedRun {
  readonly id: number;
  readonly attempt: number;
  readonly path: string;
  readonly sha: string;
  readonly branch: string;
  readonly event: string;
  readonly actor: Login;
  readonly startedAt: string;
}

export interface ActionsRuns {
  start(run: Omit<StartedRun, 'id' | 'attempt'>): StartedRun;
  answer(id: number): Promise<Answer>;
}

/** GitHub numbers runs with eleven digits by now; ours start at a number of that size. */
const firstId = 19_480_311_207;

export function actionsRuns(base: string, emulator: Upstream): ActionsRuns {
  const runs = new Map<number, StartedRun>();
  return {
    start(run) {
      const started = { ...run, id: firstId + runs.size, attempt: 1 };
      runs.set(started.id, started);
      return started;
    },
    async answer(id) {
      const run = runs.get(id);
      if (run === undefined) return fault(404, 'Not Found');
      const [actor, repo] = await Promise.all([
        emulator.read(`/users/${run.actor}`),
        emulator.read(`/repos/${repository}`),
      ]);
      return { status: 200, body: describe(base, run, objectAt(actor), objectAt(repo)) };
    },
  };
}

function describe(base: string, run: StartedRun, actor: JsonObject, repo: JsonObject): JsonObject {
  const api = `${base}/repos/${repository}/actions/runs/${run.id}`;
  return {
    id: run.id,
    name: 'Countersign',
    node_id: `WFR_${run.id}`,
    check_suite_id: 1,
    check_suite_node_id: 'CS_1',
    head_branch: run.branch,
    head_sha: run.sha,
    path: run.path,
    display_title: 'Countersign',
    run_number: run.id - firstId + 1,
    run_attempt: run.attempt,
    event: run.event,
    status: 'in_progress',
    conclusion: null,
    workflow_id: 1,
    url: api,
    html_url: `${base}/${repository}/actions/runs/${run.id}`,
    pull_requests: [],
    created_at: run.startedAt,
    updated_at: run.startedAt,
    run_started_at: run.startedAt,
    actor,
    triggering_actor: actor,
    jobs_url: `${api}/jobs`,
    logs_url: `${api}/logs`,
    check_suite_url: `${base}/repos/${repository}/check-suites/1`,
    artifacts_url: `${api}/artifacts`,
    cancel_url: `${api}/cancel`,
    rerun_url: `${api}/rerun`,
    previous_attempt_url: null,
    workflow_url: `${base}/repos/${repository}/actions/workflows/1`,
    head_commit: null,
    repository: repo,
    head_repository: repo,
  };
}
