import { type JsonNode, isNode } from '../description.ts';
import { Refusal, accountActing } from '../rights.ts';
import { type Call, type Routes, member, nowText, page, repositoryFor, textMember } from '../route.ts';
import { actionsRunShape, workflowId } from '../shapes/actions-run.ts';
import { jobShape } from '../shapes/job.ts';
import { type ActionsRun, type Repository, fullName, refNamed, takeId } from '../state.ts';

/** The workflow file that the path names by its id or its file name. */
function workflowPath(call: Call, repository: Repository, files: ReadonlyMap<string, string>): string {
  const wanted = call.params['workflow_id'] ?? '';
  const paths = [...files.keys(), ...[...repository.runs.values()].map((run) => run.path)];
  const path = paths.find(
    (one) => one === `.github/workflows/${wanted}` || String(workflowId(one)) === wanted,
  );
  if (path === undefined) throw new Refusal(404, 'Not Found');
  return path;
}

function dispatch(call: Call) {
  const repository = repositoryFor(call, { permission: 'actions', level: 'write', role: 'write' });
  const ref = textMember(call, 'ref') ?? '';
  // A branch or a tag, never a commit's SHA.
  const named = refNamed(repository, ref);
  const commit = named === undefined ? undefined : repository.commits.get(named.sha);
  if (named === undefined || commit === undefined) throw new Refusal(422, `No ref found for: ${ref}`);
  const path = workflowPath(call, repository, commit.files);
  const text = commit.files.get(path);
  if (text === undefined) throw new Refusal(404, 'Not Found');
  if (!text.includes('workflow_dispatch'))
    throw new Refusal(422, "Workflow does not have 'workflow_dispatch' trigger");
  const inputs = member(call, 'inputs');
  // As of GitHub Enterprise Server 3.19.
  if (call.state.host === 'server' && member(call, 'return_run_details') !== undefined)
    throw new Refusal(422, 'Invalid request.\n\n"return_run_details" is not a permitted key.');
  if (call.state.host === 'server' && isNode(inputs) && Object.keys(inputs).length > 10)
    throw new Refusal(422, 'Too many inputs provided: the maximum is 10');
  if (isNode(inputs)) checkInputs(text, Object.keys(inputs));
  const actorId = accountActing(call.state, call.actor).id;
  const run: ActionsRun = {
    id: takeId(call.state),
    number: repository.runs.size + 1,
    attempt: 1,
    path,
    sha: commit.sha,
    branch: named.ref.replace(/^refs\/(?:heads|tags)\//, ''),
    event: 'workflow_dispatch',
    actorId,
    triggeringActorId: actorId,
    createdAt: nowText(call),
    title: runName(text, isNode(inputs) ? inputs : {}),
    status: 'queued',
    conclusion: null,
    updatedAt: nowText(call),
  };
  repository.runs.set(run.id, run);
  const details =
    member(call, 'return_run_details') === true || call.headers['x-github-api-version'] === '2026-03-10';
  if (!details) return { status: 204 };
  const name = fullName(call.state, repository);
  return {
    status: 200,
    body: {
      workflow_run_id: run.id,
      run_url: `${call.base}/repos/${name}/actions/runs/${run.id}`,
      html_url: `${call.state.webUrl}/${name}/actions/runs/${run.id}`,
    },
  };
}

/** `run-name` with its inputs put in. Other expressions stay as they are, and a name of several lines is not read. */
function runName(workflow: string, inputs: JsonNode): string | null {
  const [, written] = /^run-name: *(.+)$/m.exec(workflow) ?? [];
  if (written === undefined) return null;
  return written.trim().replace(/\$\{\{ *inputs\.([A-Za-z_][A-Za-z0-9_-]*) *\}\}/g, (_, name: string) => {
    const value = inputs[name];
    return typeof value === 'string' ? value : '';
  });
}

/** An input that the workflow does not declare is refused. Each stands at the start of a line of its own. */
function checkInputs(workflow: string, names: readonly string[]): void {
  const unknown = names.filter((name) => !workflow.split('\n').some((line) => line.trim() === `${name}:`));
  if (unknown.length > 0) throw new Refusal(422, `Unexpected inputs provided: ${JSON.stringify(unknown)}`);
}

function jobsOf(call: Call, attempt: number | null) {
  const repository = repositoryFor(call, { permission: 'actions', level: 'read' });
  const run = repository.runs.get(Number(call.params['run_id']));
  if (run === undefined || (attempt !== null && attempt > run.attempt)) throw new Refusal(404, 'Not Found');
  const found = repository.jobs.filter(
    (job) => job.runId === run.id && job.attempt === (attempt ?? run.attempt),
  );
  const { rows, headers } = page(call, found);
  const shapes = rows.map((job) => jobShape(call.state, repository, { run, job, base: call.base }));
  return { status: 200, headers, body: { total_count: found.length, jobs: shapes } };
}

export const actionsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}': (call) => {
    const repository = repositoryFor(call, { permission: 'actions', level: 'read' });
    const run = repository.runs.get(Number(call.params['run_id']));
    if (run === undefined) throw new Refusal(404, 'Not Found');
    return { status: 200, body: actionsRunShape(call.state, repository, run, call.base) };
  },
  // Of the latest attempt.
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs': (call) => jobsOf(call, null),
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs': (call) =>
    jobsOf(call, Number(call.params['attempt_number'])),
  'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs': (call) => {
    const repository = repositoryFor(call, { permission: 'actions', level: 'read' });
    const path = workflowPath(call, repository, new Map());
    const [event, branch, status] = ['event', 'branch', 'status'].map((name) => call.query.get(name));
    const found = [...repository.runs.values()]
      .filter((run) => run.path === path)
      .filter((run) => event === null || run.event === event)
      .filter((run) => branch === null || run.branch === branch)
      .filter((run) => status === null || run.status === status || run.conclusion === status)
      .toSorted((a, b) => b.id - a.id);
    const { rows, headers } = page(call, found);
    const shapes = rows.map((run) => actionsRunShape(call.state, repository, run, call.base));
    return { status: 200, headers, body: { total_count: found.length, workflow_runs: shapes } };
  },
  'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches': dispatch,
};
