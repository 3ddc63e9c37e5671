import { digestText } from '../json/digest.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { isJsonObject } from '../json/value.ts';
import { parseCommand } from '../approval/command.ts';
import {
  checkRunActions,
  readCheckRunIncoming,
  type ButtonIncoming,
  type RerequestIncoming,
} from './check-run.ts';
import { readComment, readIssue, type WebhookComment, type WebhookIssue } from './issue.ts';
import { readPolicyPush, type PolicyPushIncoming } from './push.ts';
import { readAccount, readPlace, type Place, type WebhookAccount } from './place.ts';

/** What a delivery means to Countersign. Whatever is not listed is noise, and costs nothing. */
export type Incoming =
  | IssueIncoming
  | CommentIncoming
  | ButtonIncoming
  | RerequestIncoming
  | PolicyPushIncoming;

/** An issue was opened, its title or text was changed, or it was deleted or moved to another repository. */
export interface IssueIncoming {
  readonly kind: 'issue_opened' | 'issue_edited' | 'issue_deleted' | 'issue_moved';
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
  const { action, installation, comment, issue, check_run: checkRun } = payload;
  if (!isJsonObject(issue)) {
    if (isJsonObject(checkRun) !== (event === 'check_run')) return 'malformed';
    if (event === 'check_run') return readCheckRunIncoming(payload) ?? 'noise';
    if (event === 'push') return readPolicyPush(payload) ?? 'noise';
    return event === 'issues' || event === 'issue_comment' ? 'malformed' : 'noise';
  }
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
 * source, verb and hash. Null for what may truly happen twice: an edit of the proposal, which may be changed and
 * changed back any number of times, and a press, which may come again after the first one was voided.
 */
export function meaningOf(incoming: Incoming): string | null {
  const repository = incoming.place.repository.id;
  switch (incoming.kind) {
    case 'issue_opened':
      return `${repository}:issue:${incoming.issue.id}:opened`;
    case 'issue_deleted':
    case 'issue_moved':
      return `${repository}:issue:${incoming.issue.id}:gone`;
    case 'policy_pushed':
      // A forced push may bring the branch back to a commit that it stood at before.
      return `${repository}:push:${incoming.before ?? ''}:${incoming.after}`;
    case 'issue_edited':
    case 'button_pressed':
    case 'check_run_rerequested':
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

/** The actions of issues and of comments that mean something. */
const issueKinds: ReadonlyMap<string, IssueIncoming['kind']> = new Map([
  ['opened', 'issue_opened'],
  ['edited', 'issue_edited'],
  ['deleted', 'issue_deleted'],
  ['transferred', 'issue_moved'],
]);
const commentKinds: ReadonlyMap<string, CommentIncoming['kind']> = new Map([
  ['created', 'comment_created'],
  ['edited', 'comment_edited'],
  ['deleted', 'comment_deleted'],
]);

/** Whether an event with this action can mean something, told before its payload is at hand. */
export function isHandled(event: string, action: string | null): boolean {
  if (event === 'issues') return named(issueKinds, action) !== null;
  if (event === 'push') return true;
  if (event === 'check_run') return action !== null && checkRunActions.includes(action);
  return event === 'issue_comment' && named(commentKinds, action) !== null;
}

function named<Kind>(kinds: ReadonlyMap<string, Kind>, action: JsonValue | undefined): Kind | null {
  return typeof action === 'string' ? (kinds.get(action) ?? null) : null;
}

/** What a delivery about an issue tells: where, about which issue, by whom. */
function readAbout(
  installation: JsonValue | undefined,
  payload: JsonObject,
  issue: JsonObject,
): Omit<IssueIncoming, 'kind'> | null {
  const place = readPlace(installation, payload['repository']);
  const issueNow = readIssue(issue);
  const sender = readAccount(payload['sender']);
  return place === null || issueNow === null || sender === null ? null : { place, issue: issueNow, sender };
}
