import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type ActionsRun, type Repository, type State, accountOf, fullName, present } from '../state.ts';
import { simpleUser } from './account.ts';
import { simpleCommit } from './commit.ts';
import { minimalRepository } from './repository.ts';

/** A number for a workflow file, the same for the same path. */
export function workflowId(path: string): number {
  return Buffer.from(path).reduce((sum, byte) => (sum * 31 + byte) % 1_000_000_007, 7);
}

export function actionsRunShape(
  state: State,
  repository: Repository,
  run: ActionsRun,
  base: string,
): JsonNode {
  const home = `${base}/repos/${fullName(state, repository)}/actions`;
  const url = `${home}/runs/${run.id}`;
  const commit = present(repository.commits.get(run.sha), `commit ${run.sha}`);
  return {
    id: run.id,
    name: run.path,
    node_id: nodeId('WorkflowRun', run.id),
    head_branch: run.branch,
    head_sha: run.sha,
    path: run.path,
    display_title: run.title ?? run.path,
    run_number: run.number,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflowId(run.path),
    check_suite_id: run.id + 1,
    check_suite_node_id: nodeId('CheckSuite', run.id + 1),
    url,
    html_url: `${state.webUrl}/${fullName(state, repository)}/actions/runs/${run.id}`,
    pull_requests: [],
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    actor: simpleUser(state, accountOf(state, run.actorId), base),
    run_attempt: run.attempt,
    referenced_workflows: [],
    run_started_at: run.createdAt,
    triggering_actor: simpleUser(state, accountOf(state, run.triggeringActorId), base),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${base}/repos/${fullName(state, repository)}/check-suites/${run.id + 1}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
    workflow_url: `${home}/workflows/${workflowId(run.path)}`,
    head_commit: simpleCommit(state, commit),
    repository: minimalRepository(state, repository, base),
    head_repository: minimalRepository(state, repository, base),
  };
}
