import type { JsonNode } from '../description.ts';
import { Refusal, accountActing, hasRole } from '../rights.ts';
import { type Call, type Routes, issueFor, nowText, page, repositoryFor, textMember } from '../route.ts';
import { commentShape, issueShape } from '../shapes/issue.ts';
import { type Comment, type Repository, instant, present, takeId } from '../state.ts';
import { invalid, tooLong, viaOf } from './issues.ts';

function tell(
  call: Call,
  repository: Repository,
  comment: Comment,
  action: string,
  more: JsonNode = {},
): void {
  const issue = present(repository.issues.get(comment.issueNumber), `issue ${comment.issueNumber}`);
  call.emit({
    event: 'issue_comment',
    action,
    repositoryId: repository.id,
    senderId: accountActing(call.state, call.actor).id,
    members: {
      issue: issueShape(call.state, repository, issue, call.base),
      comment: commentShape(call.state, repository, comment, call.base),
      ...more,
    },
  });
}

function bodyOf(call: Call): string {
  const body = textMember(call, 'body') ?? '';
  if (body.trim() === '') throw invalid('IssueComment', 'body', 'missing_field');
  if (tooLong(body))
    throw invalid('IssueComment', 'body', 'unprocessable', 'Body is too long (maximum is 65536 characters)');
  return body;
}

function createComment(call: Call) {
  const repository = repositoryFor(call, { permission: 'issues', level: 'write' });
  const issue = issueFor(call, repository);
  if (issue.converted || (issue.locked && !hasRole(call.state, call.actor, repository, 'write')))
    throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const body = bodyOf(call);
  const id = takeId(call.state);
  const comment: Comment = {
    id,
    issueNumber: issue.number,
    authorId: accountActing(call.state, call.actor).id,
    via: viaOf(call),
    createdAt: nowText(call),
    body,
    // GitHub sets the two a second apart on comments that nobody touched; here on every second one.
    updatedAt: instant(call.now + (id % 2 === 0 ? 1_000 : 0)),
    lastEditedAt: null,
    editorId: null,
    minimized: false,
  };
  repository.comments.set(id, comment);
  issue.comments += 1;
  issue.updatedAt = nowText(call);
  tell(call, repository, comment, 'created');
  return { status: 201, body: commentShape(call.state, repository, comment, call.base) };
}

/** The comment that the path names, when the actor may change it: its author, or write and more. */
function ownOrWrite(call: Call): { readonly repository: Repository; readonly comment: Comment } {
  const repository = repositoryFor(call, { permission: 'issues', level: 'write' });
  const comment = commentFor(call, repository);
  const author = accountActing(call.state, call.actor).id === comment.authorId;
  if (!author && !hasRole(call.state, call.actor, repository, 'write'))
    throw new Refusal(403, 'Must have admin rights to Repository.');
  return { repository, comment };
}

function commentFor(call: Call, repository: Repository): Comment {
  const comment = repository.comments.get(Number(call.params['comment_id']));
  if (comment === undefined) throw new Refusal(404, 'Not Found');
  return comment;
}

function editComment(call: Call) {
  const { repository, comment } = ownOrWrite(call);
  const body = bodyOf(call);
  const from = comment.body;
  if (body !== from) {
    comment.body = body;
    comment.lastEditedAt = nowText(call);
    comment.editorId = accountActing(call.state, call.actor).id;
    comment.updatedAt = nowText(call);
    tell(call, repository, comment, 'edited', { changes: { body: { from } } });
  }
  return { status: 200, body: commentShape(call.state, repository, comment, call.base) };
}

function deleteComment(call: Call) {
  const { repository, comment } = ownOrWrite(call);
  const issue = present(repository.issues.get(comment.issueNumber), `issue ${comment.issueNumber}`);
  issue.comments -= 1;
  tell(call, repository, comment, 'deleted');
  repository.comments.delete(comment.id);
  return { status: 204 };
}

/** `since` means: changed at or after. */
function sinceFilter(call: Call): (comment: Comment) => boolean {
  const since = call.query.get('since');
  const from = since === null ? '' : instant(Date.parse(since));
  return (comment) => comment.updatedAt >= from;
}

export const commentRoutes: Routes = {
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': createComment,
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (call) => {
    const repository = repositoryFor(call, { permission: 'issues', level: 'read' });
    const issue = issueFor(call, repository);
    // One issue's comments come in ascending order of id, whatever is asked.
    const found = [...repository.comments.values()]
      .filter((comment) => comment.issueNumber === issue.number)
      .filter(sinceFilter(call))
      .toSorted((a, b) => a.id - b.id);
    const { rows, headers } = page(call, found);
    return {
      status: 200,
      headers,
      body: rows.map((one) => commentShape(call.state, repository, one, call.base)),
    };
  },
  'GET /repos/{owner}/{repo}/issues/comments': (call) => {
    const repository = repositoryFor(call, { permission: 'issues', level: 'read' });
    const sort = call.query.get('sort');
    const direction = sort !== null && call.query.get('direction') !== 'asc' ? -1 : 1;
    const key = (comment: Comment): string => (sort === 'updated' ? comment.updatedAt : comment.createdAt);
    const found = [...repository.comments.values()]
      .filter(sinceFilter(call))
      .toSorted((a, b) => direction * (key(a).localeCompare(key(b)) || a.id - b.id));
    const { rows, headers } = page(call, found);
    return {
      status: 200,
      headers,
      body: rows.map((one) => commentShape(call.state, repository, one, call.base)),
    };
  },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': (call) => {
    const repository = repositoryFor(call, { permission: 'issues', level: 'read' });
    return {
      status: 200,
      body: commentShape(call.state, repository, commentFor(call, repository), call.base),
    };
  },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': editComment,
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}': deleteComment,
};
