import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type ActionsRun, type Job, type Repository, type State, fullName } from '../state.ts';

export function jobShape(
  state: State,
  repository: Repository,
  { run, job, base }: { readonly run: ActionsRun; readonly job: Job; readonly base: string },
): JsonNode {
  const home = `${base}/repos/${fullName(state, repository)}`;
  const when = { started_at: job.at, completed_at: job.at };
  return {
    id: job.id,
    run_id: run.id,
    run_url: `${home}/actions/runs/${run.id}`,
    run_attempt: job.attempt,
    node_id: nodeId('CheckRun', job.id),
    head_sha: run.sha,
    url: `${home}/actions/jobs/${job.id}`,
    html_url: `${state.webUrl}/${fullName(state, repository)}/actions/runs/${run.id}/job/${job.id}`,
    status: 'completed',
    conclusion: job.conclusion,
    created_at: job.at,
    ...when,
    name: job.name,
    steps: job.steps.map(({ name, conclusion }, index) => ({
      name,
      status: 'completed',
      conclusion,
      number: index + 1,
      ...when,
    })),
    check_run_url: `${home}/check-runs/${job.id}`,
    labels: ['ubuntu-24.04'],
    runner_id: 1,
    runner_name: 'GitHub Actions 1',
    runner_group_id: 0,
    runner_group_name: 'GitHub Actions',
    workflow_name: run.path,
    head_branch: run.branch,
  };
}
