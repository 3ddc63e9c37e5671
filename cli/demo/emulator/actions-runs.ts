import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
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
  readonly actor: Login | 'countersign[bot]';
  readonly startedAt: string;
  /** What the run is called, which its workflow may say. */
  readonly title: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Where a run stands, in GitHub's words. */
export type Progress = 'queued' | 'in_progress' | 'completed';

export interface ActionsRuns {
  start(run: Omit<StartedRun, 'id' | 'attempt'>): StartedRun;
  /** Answers about one run. `observed`: whoever started it looks, and each look finds it one step further. */
  answer(id: number, observed: boolean): Promise<Answer>;
  /** The runs of one workflow file, the newest first. */
  list(path: string, query: URLSearchParams): Promise<Answer>;
  /** Those that somebody dispatched, the newest last. */
  dispatched(by: StartedRun['actor']): readonly StartedRun[];
  progressOf(id: number): Progress;
  /** Runs something when a dispatched run has ended well. */
  onEnd(act: (run: StartedRun) => void): void;
}

/** GitHub numbers runs with eleven digits by now; ours start at a number of that size. */
const firstId = 19_480_311_207;

interface Kept extends StartedRun {
  progress: Progress;
}

export function actionsRuns(base: string, emulator: Upstream): ActionsRuns {
  const runs = new Map<number, Kept>();
  let ended: ((run: StartedRun) => void) | null = null;
  const shapes = async (some: readonly Kept[]): Promise<readonly JsonObject[]> => {
    const repo = objectAt(await emulator.read(`/repos/${repository}`));
    return Promise.all(
      some.map(async (run) => {
        const actor = objectAt(await emulator.read(`/users/${encodeURIComponent(run.actor)}`));
        return describe(base, run, actor, repo);
      }),
    );
  };
  return {
    start(run) {
      // A job of the demo's own goes on while it proposes; one that somebody dispatched is looked at from its start.
      const progress = run.actor === 'countersign[bot]' ? 'queued' : 'in_progress';
      const started = { ...run, id: firstId + runs.size, attempt: 1, progress } satisfies Kept;
      runs.set(started.id, started);
      return started;
    },
    async answer(id, observed) {
      const run = runs.get(id);
      const [body] = run === undefined ? [] : await shapes([run]);
      if (run === undefined || body === undefined) return fault(404, 'Not Found');
      if (observed && run.actor === 'countersign[bot]') {
        if (run.progress === 'in_progress') ended?.(run);
        run.progress = run.progress === 'queued' ? 'in_progress' : 'completed';
      }
      return { status: 200, body };
    },
    async list(path, query) {
      const found = [...runs.values()].filter((run) => run.path === path).toReversed();
      const size = Number(query.get('per_page') ?? '30');
      const from = (Number(query.get('page') ?? '1') - 1) * size;
      const body = { total_count: found.length, workflow_runs: await shapes(found.slice(from, from + size)) };
      return { status: 200, body };
    },
    dispatched: (by) => [...runs.values()].filter(({ actor, event }) => actor === by && event === dispatch),
    progressOf: (id) => runs.get(id)?.progress ?? 'queued',
    onEnd(act) {
      ended = act;
    },
  };
}

const dispatch = 'workflow_dispatch';

function describe(base: string, run: Kept, actor: JsonObject, repo: JsonObject): JsonObject {
  const api = `${base}/repos/${repository}/actions/runs/${run.id}`;
  return {
    id: run.id,
    name: run.title,
    node_id: `WFR_${run.id}`,
    check_suite_id: 1,
    check_suite_node_id: 'CS_1',
    head_branch: run.branch,
    head_sha: run.sha,
    path: run.path,
    display_title: run.title,
    run_number: run.id - firstId + 1,
    run_attempt: run.attempt,
    event: run.event,
    status: run.progress,
    conclusion: conclusionOf(run),
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

function conclusionOf({ progress }: Kept): JsonValue {
  return progress === 'completed' ? 'success' : null;
}
