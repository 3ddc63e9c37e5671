import type { Json, JsonNode } from '../description.ts';
import { Refusal, accountActing, hasRole } from '../rights.ts';
import {
  type Call,
  type Routes,
  characters,
  issueFor,
  member,
  nowText,
  page,
  repositoryFor,
  textMember,
} from '../route.ts';
import { issueShape, oneIssue } from '../shapes/issue.ts';
import { type Issue, type Repository, takeId } from '../state.ts';
import { applyLabels, ensureLabel } from './labels.ts';

/** GitHub's own bound on a title, and on a body as its error message says it. */
const maxTitle = 256;
const maxBody = 65_536;

export function tooLong(body: string): boolean {
  return characters(body) > maxBody;
}

/** Through which App it was written, or null for a person's own token or browser. */
export function viaOf({ actor }: Call): number | null {
  if (actor.kind === 'installation') return actor.appId;
  return actor.kind === 'user' ? actor.via : null;
}

/** Tells a webhook about an issue. */
function emitIssue(
  call: Call,
  repository: Repository,
  issue: Issue,
  action: string,
  more: JsonNode = {},
): void {
  call.emit({
    event: 'issues',
    action,
    repositoryId: repository.id,
    senderId: accountActing(call.state, call.actor).id,
    members: { issue: issueShape(call.state, repository, issue, call.base), ...more },
  });
}

function namesOf(value: Json | undefined): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((one: Json) => {
    if (typeof one === 'string') return one;
    const name = typeof one === 'object' && one !== null && 'name' in one ? one['name'] : null;
    return typeof name === 'string' ? name : '';
  });
}

function createIssue(call: Call) {
  const repository = repositoryFor(call, { permission: 'issues', level: 'write' });
  if (!repository.hasIssues) throw new Refusal(410, 'Issues are disabled for this repo');
  const given = member(call, 'title');
  const title = typeof given === 'number' ? String(given) : (textMember(call, 'title') ?? '');
  const body = textMember(call, 'body') ?? null;
  if (title.trim() === '') throw invalid('Issue', 'title', 'missing_field');
  if (title.length > maxTitle)
    throw invalid('Issue', 'title', 'custom', `title is too long (maximum is ${maxTitle} characters)`);
  if (body !== null && tooLong(body))
    throw invalid('Issue', 'body', 'custom', 'body is too long (maximum is 65536 characters)');
  const now = nowText(call);
  const issue: Issue = {
    id: takeId(call.state),
    number: repository.nextNumber,
    authorId: accountActing(call.state, call.actor).id,
    via: viaOf(call),
    createdAt: now,
    title,
    body,
    state: 'open',
    stateReason: null,
    closedAt: null,
    closedBy: null,
    locked: false,
    labels: [],
    comments: 0,
    updatedAt: now,
    lastEditedAt: null,
    editorId: null,
    gone: null,
    converted: false,
  };
  repository.nextNumber += 1;
  repository.issues.set(issue.number, issue);
  // Without push the labels are dropped without a word.
  const labels = hasRole(call.state, call.actor, repository, 'triage')
    ? (namesOf(member(call, 'labels')) ?? [])
    : [];
  issue.labels = labels.map((name) => ensureLabel(call, repository, name).name);
  emitIssue(call, repository, issue, 'opened');
  for (const name of issue.labels) applyLabelEvent(call, repository, issue, name);
  return { status: 201, body: oneIssue(call.state, repository, issue, call.base) };
}

function applyLabelEvent(call: Call, repository: Repository, issue: Issue, name: string): void {
  emitIssue(call, repository, issue, 'labeled', { label: ensureLabel(call, repository, name).shape });
}

function updateIssue(call: Call) {
  const repository = repositoryFor(call, { permission: 'issues', level: 'write' });
  const issue = issueFor(call, repository);
  const author = accountActing(call.state, call.actor).id === issue.authorId;
  const staff = hasRole(call.state, call.actor, repository, 'triage');
  if (!author && !staff) throw new Refusal(403, 'Must have admin rights to Repository.');
  editText(call, repository, issue);
  const labels = namesOf(member(call, 'labels'));
  if (labels !== null && staff) applyLabels(call, repository, issue, labels);
  changeState(call, repository, issue);
  return { status: 200, body: oneIssue(call.state, repository, issue, call.base) };
}

function editText(call: Call, repository: Repository, issue: Issue): void {
  const title = textMember(call, 'title');
  const body = textMember(call, 'body');
  const changes: Record<string, Json> = {};
  if (title !== undefined && title !== issue.title) {
    if (title.trim() === '') throw invalid('Issue', 'title', 'missing_field');
    changes['title'] = { from: issue.title };
    issue.title = title;
  }
  // Over the limit GitHub answers 200 and keeps the old text.
  if (body !== undefined && body !== issue.body && !tooLong(body)) {
    changes['body'] = { from: issue.body ?? '' };
    issue.body = body;
    issue.lastEditedAt = nowText(call);
    issue.editorId = accountActing(call.state, call.actor).id;
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = nowText(call);
  emitIssue(call, repository, issue, 'edited', { changes });
}

function changeState(call: Call, repository: Repository, issue: Issue): void {
  const state = textMember(call, 'state');
  const reason = textMember(call, 'state_reason') ?? null;
  if (state === 'closed' && (issue.state === 'open' || (reason !== null && reason !== issue.stateReason))) {
    const opened = issue.state === 'open';
    issue.state = 'closed';
    issue.stateReason = reason ?? 'completed';
    issue.closedAt = nowText(call);
    issue.closedBy = accountActing(call.state, call.actor).id;
    issue.updatedAt = nowText(call);
    if (opened) emitIssue(call, repository, issue, 'closed');
  } else if (state === 'open' && issue.state === 'closed') {
    issue.state = 'open';
    issue.stateReason = 'reopened';
    issue.closedAt = null;
    issue.closedBy = null;
    issue.updatedAt = nowText(call);
    emitIssue(call, repository, issue, 'reopened');
  }
}

function listIssues(call: Call) {
  const repository = repositoryFor(call, { permission: 'issues', level: 'read' });
  const { query } = call;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((name) => name !== '');
  const since = query.get('since');
  const creator = query.get('creator');
  const direction = query.get('direction') === 'asc' ? 1 : -1;
  const sort = query.get('sort') ?? 'created';
  const key = (issue: Issue): string => {
    if (sort === 'updated') return issue.updatedAt;
    return sort === 'comments' ? String(issue.comments).padStart(9, '0') : issue.createdAt;
  };
  const found = [...repository.issues.values()]
    .filter((issue) => issue.gone === null)
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) =>
      labels.every((name) => issue.labels.some((own) => own.toLowerCase() === name.toLowerCase())),
    )
    .filter((issue) => since === null || issue.updatedAt >= new Date(since).toISOString().slice(0, 19))
    .filter((issue) => creator === null || call.state.accounts.get(issue.authorId)?.login === creator)
    .toSorted((a, b) => direction * (key(a).localeCompare(key(b)) || a.number - b.number));
  const { rows, headers } = page(call, found);
  return {
    status: 200,
    headers,
    body: rows.map((issue) => issueShape(call.state, repository, issue, call.base)),
  };
}

function lock(call: Call) {
  const repository = repositoryFor(call, { permission: 'issues', level: 'write', role: 'triage' });
  const issue = issueFor(call, repository);
  if (!issue.locked) {
    issue.locked = true;
    emitIssue(call, repository, issue, 'locked');
  }
  return { status: 204 };
}

function unlock(call: Call) {
  const repository = repositoryFor(call, { permission: 'issues', level: 'write', role: 'triage' });
  const issue = issueFor(call, repository);
  if (issue.locked) {
    issue.locked = false;
    emitIssue(call, repository, issue, 'unlocked');
  }
  return { status: 204 };
}

export function invalid(resource: string, field: string, code: string, message?: string): Refusal {
  const error = message === undefined ? { resource, code, field } : { resource, code, field, message };
  return new Refusal(422, 'Validation Failed', { errors: [error] });
}

export const issueRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues': listIssues,
  'POST /repos/{owner}/{repo}/issues': createIssue,
  'GET /repos/{owner}/{repo}/issues/{issue_number}': (call) => {
    const repository = repositoryFor(call, { permission: 'issues', level: 'read' });
    return { status: 200, body: oneIssue(call.state, repository, issueFor(call, repository), call.base) };
  },
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': updateIssue,
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/lock': lock,
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock': unlock,
};
