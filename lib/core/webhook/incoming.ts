import { digestText } from '../json/digest.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { isJsonArray, isJsonObject } from '../json/value.ts';
import { parseCommand } from '../approval/command.ts';

/** An account as a webhook names it. Ids are decimal strings. `type` is `User`, `Bot` or `Organization`. */
export interface WebhookAccount {
  readonly id: string;
  readonly login: string;
  readonly type: string;
}

/** Where a delivery comes from. */
export interface Place {
  readonly installation: string;
  readonly repository: { readonly id: string; readonly ownerId: string; readonly name: string };
}

/** An issue as a webhook delivers it. Title and body are anybody’s text. */
export interface WebhookIssue {
  readonly id: string;
  readonly nodeId: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
  readonly locked: boolean;
  readonly isPullRequest: boolean;
  readonly labels: readonly string[];
  readonly author: WebhookAccount;
  readonly createdAt: string;
}

/** A comment as a webhook delivers it. */
export interface WebhookComment {
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  readonly body: string;
  readonly createdAt: string;
  readonly author: WebhookAccount;
  /** Whether an App posted it, for itself or for the person. */
  readonly throughApp: boolean;
}

/** What a delivery means to Countersign. Whatever is not listed is noise, and costs nothing. */
export type Incoming = IssueIncoming | CommentIncoming;

/** An issue was opened, or its title or text was changed. */
export interface IssueIncoming {
  readonly kind: 'issue_opened' | 'issue_edited';
  readonly place: Place;
  readonly issue: WebhookIssue;
  readonly sender: WebhookAccount;
}

/** A comment was posted, changed or deleted, by `sender`, who need not be its author. */
export interface CommentIncoming {
  readonly kind: 'comment_created' | 'comment_edited' | 'comment_deleted';
  readonly place: Place;
  readonly issue: WebhookIssue;
  readonly comment: WebhookComment;
  readonly sender: WebhookAccount;
}

/** Why a payload is no delivery of ours. `malformed`: signed, yet not of the shape that its event has. */
export type NotIncoming = 'noise' | 'malformed';

/**
 * Reads a signed payload. The event is derived from the payload's own shape, since headers are not
 * signed: a payload whose shape disagrees with the named event is `malformed`.
 */
export function readIncoming(event: string, payload: JsonValue): Incoming | NotIncoming {
  if (!isJsonObject(payload)) return 'malformed';
  const { action, installation, comment, issue } = payload;
  if (!isJsonObject(issue)) return event === 'issues' || event === 'issue_comment' ? 'malformed' : 'noise';
  if (isJsonObject(comment)) {
    if (event !== 'issue_comment') return 'malformed';
    const kind = named(commentKinds, action);
    const about = kind === null ? null : readAbout(installation, payload, issue);
    const commentNow = readComment(comment);
    // The author is null for an account that was deleted: nobody is there to decide or to answer.
    return kind === null || about === null || commentNow === null
      ? 'noise'
      : { kind, ...about, comment: commentNow };
  }
  if (event !== 'issues' || comment !== undefined) return 'malformed';
  const kind = named(issueKinds, action);
  const about = kind === null ? null : readAbout(installation, payload, issue);
  return kind === null || about === null ? 'noise' : { kind, ...about };
}

/**
 * What a delivery means, for dropping it when it comes a second time under another id: repository,
 * source, verb and hash. Null for an edit of the proposal: it may be changed and changed back any number of
 * times, and each of them counts.
 */
export function meaningOf(incoming: Incoming): string | null {
  const repository = incoming.place.repository.id;
  switch (incoming.kind) {
    case 'issue_opened':
      return `${repository}:issue:${incoming.issue.id}:opened`;
    case 'issue_edited':
      return null;
    case 'comment_created': {
      const command = parseCommand(incoming.comment.body);
      const said = command.kind === 'command' ? `${command.verb}:${command.hash ?? ''}` : command.kind;
      return `${repository}:comment:${incoming.comment.id}:${said}`;
    }
    case 'comment_edited':
      return `${repository}:comment:${incoming.comment.id}:edited:${digestText(incoming.comment.body.toWellFormed())}`;
    case 'comment_deleted':
      return `${repository}:comment:${incoming.comment.id}:deleted`;
  }
}

const mark = '<!-- countersign:record:v1 ';

/** Whether an issue looks like one of our proposals, true or forged: only then is it worth a look. */
export function looksLikeProposal(issue: WebhookIssue): boolean {
  if (issue.isPullRequest) return false;
  return (
    issue.body.includes(mark) ||
    issue.title.startsWith('Countersign: ') ||
    issue.labels.includes('countersign')
  );
}

/** The actions of both events that mean something. */
const issueKinds: ReadonlyMap<string, IssueIncoming['kind']> = new Map([
  ['opened', 'issue_opened'],
  ['edited', 'issue_edited'],
]);
const commentKinds: ReadonlyMap<string, CommentIncoming['kind']> = new Map([
  ['created', 'comment_created'],
  ['edited', 'comment_edited'],
  ['deleted', 'comment_deleted'],
]);

/** Whether an event with this action can mean something, told before its payload is at hand. */
export function isHandled(event: string, action: string | null): boolean {
  if (event === 'issues') return named(issueKinds, action) !== null;
  return event === 'issue_comment' && named(commentKinds, action) !== null;
}

function named<Kind>(kinds: ReadonlyMap<string, Kind>, action: JsonValue | undefined): Kind | null {
  return typeof action === 'string' ? (kinds.get(action) ?? null) : null;
}

/** What both kinds of delivery tell: where, about which issue, by whom. */
function readAbout(
  installation: JsonValue | undefined,
  payload: JsonObject,
  issue: JsonObject,
): Omit<IssueIncoming, 'kind'> | null {
  const place = isJsonObject(installation) ? readPlace(installation, payload['repository']) : null;
  const issueNow = readIssue(issue);
  const sender = readAccount(payload['sender']);
  return place === null || issueNow === null || sender === null ? null : { place, issue: issueNow, sender };
}

function readPlace(installation: JsonObject, repository: JsonValue | undefined): Place | null {
  if (!isJsonObject(repository) || !isJsonObject(repository['owner'])) return null;
  const [at, id, ownerId] = [
    readId(installation['id']),
    readId(repository['id']),
    readId(repository['owner']['id']),
  ];
  const name = repository['full_name'];
  if (at === null || id === null || ownerId === null || typeof name !== 'string') return null;
  return { installation: at, repository: { id, ownerId, name } };
}

function readIssue(issue: JsonObject): WebhookIssue | null {
  const { node_id: nodeId, number, html_url: url, title, body, created_at: createdAt, state, labels } = issue;
  const id = readId(issue['id']);
  const author = readAccount(issue['user']);
  if (id === null || author === null || typeof nodeId !== 'string' || typeof number !== 'number') return null;
  if (typeof url !== 'string' || typeof title !== 'string' || typeof createdAt !== 'string') return null;
  return {
    id,
    nodeId,
    number,
    url,
    title,
    body: typeof body === 'string' ? body : '',
    open: state === 'open',
    locked: issue['locked'] === true,
    isPullRequest: isJsonObject(issue['pull_request']),
    labels: readLabels(labels),
    author,
    createdAt,
  };
}

function readComment(comment: JsonObject): WebhookComment | null {
  const {
    node_id: nodeId,
    html_url: url,
    body,
    created_at: createdAt,
    performed_via_github_app: app,
  } = comment;
  const id = readId(comment['id']);
  const author = readAccount(comment['user']);
  if (id === null || author === null || typeof nodeId !== 'string' || typeof url !== 'string') return null;
  if (typeof createdAt !== 'string') return null;
  const throughApp = app !== null && app !== undefined;
  return { id, nodeId, url, body: typeof body === 'string' ? body : '', createdAt, author, throughApp };
}

function readAccount(account: JsonValue | undefined): WebhookAccount | null {
  if (!isJsonObject(account)) return null;
  const { login, type } = account;
  const id = readId(account['id']);
  return id === null || typeof login !== 'string' || typeof type !== 'string' ? null : { id, login, type };
}

function readLabels(labels: JsonValue | undefined): readonly string[] {
  if (!isJsonArray(labels)) return [];
  return labels.flatMap((label) =>
    isJsonObject(label) && typeof label['name'] === 'string' ? [label['name']] : [],
  );
}

function readId(id: JsonValue | undefined): string | null {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}
