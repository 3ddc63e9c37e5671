import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { readAccount, readId, type WebhookAccount } from './place.ts';

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

/** Reads an issue; null when it lacks what every issue has. */
export function readIssue(issue: JsonObject): WebhookIssue | null {
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

/** Reads a comment; null when it lacks what every comment has, such as the author of a deleted account. */
export function readComment(comment: JsonObject): WebhookComment | null {
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

function readLabels(labels: JsonValue | undefined): readonly string[] {
  if (!isJsonArray(labels)) return [];
  return labels.flatMap((label) =>
    isJsonObject(label) && typeof label['name'] === 'string' ? [label['name']] : [],
  );
}
