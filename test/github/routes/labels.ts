import type { Json, JsonNode } from '../description.ts';
import { Refusal, accountActing } from '../rights.ts';
import { type Call, type Routes, issueFor, member, nowText, page, repositoryFor } from '../route.ts';
import { issueShape, labelShape, labelsOf } from '../shapes/issue.ts';
import { type Issue, type Repository, takeId } from '../state.ts';

/** The repository's label of this name, whatever the case; made when there is none. */
export function ensureLabel(
  call: Call,
  repository: Repository,
  name: string,
): { readonly name: string; readonly shape: JsonNode } {
  if (name === '' || name.length > 50)
    throw new Refusal(422, 'Validation Failed', { errors: [{ code: 'invalid', field: 'name' }] });
  const label = repository.labels.get(name.toLowerCase()) ?? { id: takeId(call.state), name };
  repository.labels.set(name.toLowerCase(), label);
  return { name: label.name, shape: labelShape(call.state, repository, label, call.base) };
}

/** Sets the whole list, with one event for each difference. */
export function applyLabels(
  call: Call,
  repository: Repository,
  issue: Issue,
  names: readonly string[],
): void {
  const wanted = names.map((name) => ensureLabel(call, repository, name));
  const before = issue.labels;
  issue.labels = [...new Set(wanted.map((label) => label.name))];
  if (before.length === issue.labels.length && before.every((name) => issue.labels.includes(name))) return;
  issue.updatedAt = nowText(call);
  for (const label of wanted)
    if (!before.includes(label.name)) tell(call, repository, issue, 'labeled', label.shape);
  for (const name of before)
    if (!issue.labels.includes(name))
      tell(call, repository, issue, 'unlabeled', ensureLabel(call, repository, name).shape);
}

function tell(call: Call, repository: Repository, issue: Issue, action: string, label: JsonNode): void {
  call.emit({
    event: 'issues',
    action,
    repositoryId: repository.id,
    senderId: accountActing(call.state, call.actor).id,
    members: { issue: issueShape(call.state, repository, issue, call.base), label },
  });
}

const write = { permission: 'issues', level: 'write', role: 'triage' } as const;

/** `["a"]`, `{"labels": ["a"]}` or `{"labels": [{"name": "a"}]}`. */
function given(call: Call): readonly string[] {
  const list = Array.isArray(call.body) ? call.body : (member(call, 'labels') ?? []);
  const names: string[] = [];
  for (const one of Array.isArray(list) ? list : []) {
    const name: Json | undefined =
      typeof one === 'object' && one !== null && 'name' in one ? one['name'] : one;
    if (typeof name === 'string') names.push(name);
  }
  return names;
}

export const labelRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues/{issue_number}/labels': (call) => {
    const repository = repositoryFor(call, { permission: 'issues', level: 'read' });
    const { rows, headers } = page(
      call,
      labelsOf(call.state, repository, issueFor(call, repository), call.base),
    );
    return { status: 200, headers, body: rows };
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': (call) => {
    const repository = repositoryFor(call, write);
    const issue = issueFor(call, repository);
    applyLabels(call, repository, issue, [...issue.labels, ...given(call)]);
    return { status: 200, body: labelsOf(call.state, repository, issue, call.base) };
  },
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/labels': (call) => {
    const repository = repositoryFor(call, write);
    const issue = issueFor(call, repository);
    applyLabels(call, repository, issue, given(call));
    return { status: 200, body: labelsOf(call.state, repository, issue, call.base) };
  },
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}': (call) => {
    const repository = repositoryFor(call, write);
    const issue = issueFor(call, repository);
    const name = (call.params['name'] ?? '').toLowerCase();
    if (!issue.labels.some((own) => own.toLowerCase() === name))
      throw new Refusal(404, 'Label does not exist');
    applyLabels(
      call,
      repository,
      issue,
      issue.labels.filter((own) => own.toLowerCase() !== name),
    );
    return { status: 200, body: labelsOf(call.state, repository, issue, call.base) };
  },
};
