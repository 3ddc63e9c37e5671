import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type CheckRun, type Repository, type State, appOf, fullName } from '../state.ts';
import { integration } from './account.ts';

export function checkRunPage(state: State, repository: Repository, run: CheckRun): string {
  return `${state.webUrl}/${fullName(state, repository)}/runs/${run.id}`;
}

export function checkRunShape(state: State, repository: Repository, run: CheckRun, base: string): JsonNode {
  const url = `${base}/repos/${fullName(state, repository)}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.sha,
    external_id: run.externalId,
    url,
    html_url: checkRunPage(state, repository, run),
    details_url: run.detailsUrl,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: suiteId(run) },
    app: integration(state, appOf(state, run.appId), base),
    pull_requests: [],
  };
}

/** One suite for each App and commit. */
function suiteId(run: CheckRun): number {
  return Number.parseInt(run.sha.slice(0, 8), 16) * 1_000 + (run.appId % 1_000);
}
