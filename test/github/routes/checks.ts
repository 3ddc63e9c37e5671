import type { Json, JsonNode } from '../description.ts';
import { isNode } from '../description.ts';
import { Refusal, accountActing } from '../rights.ts';
import { type Call, type Routes, member, nowText, page, repositoryFor, textMember } from '../route.ts';
import { checkRunShape } from '../shapes/check-run.ts';
import { type CheckRun, type Repository, commitAt, takeId } from '../state.ts';

const write = {
  permission: 'checks',
  level: 'write',
  appsOnly: 'You must authenticate via a GitHub App.',
} as const;

function appIdOf(call: Call): number {
  if (call.actor.kind !== 'installation') throw new Refusal(403, 'You must authenticate via a GitHub App.');
  return call.actor.appId;
}

function tell(
  call: Call,
  repository: Repository,
  run: CheckRun,
  action: 'created' | 'completed' | 'rerequested',
): void {
  call.emit({
    // Only the App that made a run hears that it is wanted again.
    ...(action === 'rerequested' ? { onlyApp: run.appId } : {}),
    event: 'check_run',
    action,
    repositoryId: repository.id,
    senderId: accountActing(call.state, call.actor).id,
    members: { check_run: checkRunShape(call.state, repository, run, call.base) },
  });
}

/** Takes over the members given. A conclusion completes; completed without one is refused. */
function change(call: Call, run: CheckRun): void {
  const conclusion = textMember(call, 'conclusion');
  const status = conclusion === undefined ? textMember(call, 'status') : 'completed';
  if (status === 'completed' && conclusion === undefined && run.conclusion === null)
    throw new Refusal(422, 'Invalid request.\n\nMissing required keys: conclusion.');
  run.name = textMember(call, 'name') ?? run.name;
  run.externalId = textMember(call, 'external_id') ?? run.externalId;
  run.detailsUrl = textMember(call, 'details_url') ?? run.detailsUrl;
  run.startedAt = textMember(call, 'started_at') ?? run.startedAt;
  run.status = status ?? run.status;
  run.conclusion = run.status === 'completed' ? (conclusion ?? run.conclusion) : null;
  run.completedAt = run.status === 'completed' ? (textMember(call, 'completed_at') ?? nowText(call)) : null;
  const output = member(call, 'output');
  if (isNode(output)) changeOutput(run, output);
  const actions = member(call, 'actions');
  if (Array.isArray(actions)) run.actions = actions.map((one: Json) => toAction(one));
}

function changeOutput(run: CheckRun, output: JsonNode): void {
  for (const name of ['summary', 'text'] as const) {
    const value = output[name];
    if (typeof value !== 'string') continue;
    run[name] = value;
  }
  if (typeof output['title'] === 'string') run.title = output['title'];
  // Annotations are appended at each change.
  if (Array.isArray(output['annotations'])) run.annotations += output['annotations'].length;
}

function toAction(one: Json): CheckRun['actions'][number] {
  const text = (name: string): string => (isNode(one) && typeof one[name] === 'string' ? one[name] : '');
  return { label: text('label'), description: text('description'), identifier: text('identifier') };
}

function create(call: Call) {
  const repository = repositoryFor(call, write);
  const appId = appIdOf(call);
  const sha = textMember(call, 'head_sha') ?? '';
  if (!repository.commits.has(sha)) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const run: CheckRun = {
    id: takeId(call.state),
    appId,
    sha,
    name: '',
    externalId: '',
    detailsUrl: null,
    status: 'queued',
    conclusion: null,
    startedAt: nowText(call),
    completedAt: null,
    title: null,
    summary: null,
    text: null,
    annotations: 0,
    actions: [],
  };
  change(call, run);
  run.detailsUrl ??= `${call.state.webUrl}/apps/${call.state.apps.get(appId)?.slug ?? ''}`;
  repository.checkRuns.set(run.id, run);
  tell(call, repository, run, 'created');
  if (run.status === 'completed') tell(call, repository, run, 'completed');
  return { status: 201, body: checkRunShape(call.state, repository, run, call.base) };
}

function update(call: Call) {
  const repository = repositoryFor(call, write);
  const run = runFor(call, repository);
  const appId = appIdOf(call);
  if (run.appId !== appId)
    throw new Refusal(
      403,
      `Invalid app_id \`${appId}\` - check run can only be modified by the GitHub App that created it.`,
    );
  const before = run.status;
  change(call, run);
  if (before !== 'completed' && run.status === 'completed') tell(call, repository, run, 'completed');
  return { status: 200, body: checkRunShape(call.state, repository, run, call.base) };
}

function runFor(call: Call, repository: Repository): CheckRun {
  const run = repository.checkRuns.get(Number(call.params['check_run_id']));
  if (run === undefined) throw new Refusal(404, 'Not Found');
  return run;
}

/** `latest`, the default, shows one run a name and App: older ones of that name are hidden. */
function listForRef(call: Call) {
  const repository = repositoryFor(call, { permission: 'checks', level: 'read' });
  const commit = commitAt(repository, call.params['ref'] ?? '');
  if (commit === undefined) throw new Refusal(422, `No commit found for SHA: ${call.params['ref'] ?? ''}`);
  const { query } = call;
  const name = query.get('check_name');
  const status = query.get('status');
  const appId = query.get('app_id');
  const found = [...repository.checkRuns.values()]
    .filter((run) => run.sha === commit.sha)
    .filter((run) => name === null || run.name === name)
    .filter((run) => status === null || run.status === status)
    .filter((run) => appId === null || run.appId === Number(appId))
    .toSorted((a, b) => b.id - a.id);
  const seen = new Set<string>();
  const shown = found.filter((run) => {
    const key = `${run.appId}/${run.name}`;
    const first = !seen.has(key);
    seen.add(key);
    return first || query.get('filter') === 'all';
  });
  const { rows, headers } = page(call, shown);
  const shapes = rows.map((run) => checkRunShape(call.state, repository, run, call.base));
  return { status: 200, headers, body: { total_count: shown.length, check_runs: shapes } };
}

/** Asks the owning App for a new run. The run itself stays as it is. */
function rerequest(call: Call) {
  const repository = repositoryFor(call, { permission: 'checks', level: 'write', role: 'write' });
  const run = runFor(call, repository);
  if (run.status !== 'completed') throw new Refusal(422, 'This check run is not rerequestable');
  tell(call, repository, run, 'rerequested');
  return { status: 201, body: {} };
}

export const checkRoutes: Routes = {
  'POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest': rerequest,
  'POST /repos/{owner}/{repo}/check-runs': create,
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': update,
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}': (call) => {
    const repository = repositoryFor(call, { permission: 'checks', level: 'read' });
    return {
      status: 200,
      body: checkRunShape(call.state, repository, runFor(call, repository), call.base),
    };
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': listForRef,
};
