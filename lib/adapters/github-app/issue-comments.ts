import type { AppHost, FoundComment } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, long, members, orNull, short } from './answer.ts';
import { ask, readData, unreadable, type GitHubClient } from './client.ts';
import { dateOf } from './date.ts';
import { issueNumberOf } from './issue.ts';

const route = 'GET /repos/{owner}/{repo}/issues/comments';

const pageSize = 100;

const page = listOf(
  members({
    id,
    node_id: short,
    html_url: short,
    issue_url: short,
    body: orNull(long),
    created_at: short,
    updated_at: short,
    user: orNull(members({ id, login: short, type: short })),
    performed_via_github_app: orNull(members({ id })),
  }),
  pageSize,
);

/** Comments on a repository's issues, by their last change: one request for a hundred, whatever issue they are on. */
export function commentsSince(client: GitHubClient): AppHost['commentsSince'] {
  return async ({ repository, since, page: number }) => {
    const question = {
      repository,
      since,
      sort: 'updated',
      direction: 'asc',
      per_page: pageSize,
      page: number,
    };
    const answer = await ask(client, route, question);
    if (!answer.ok) return answer;
    const read = readData(answer, page, 'unreadable');
    if (!read.ok) return read;
    const readAt = dateOf(answer.value.headers['date']);
    if (readAt === null) return refused(unreadable(route, null, 'no time in the answer'));
    return ok({ comments: read.value.map(foundComment), more: read.value.length === pageSize, readAt });
  };
}

function foundComment(one: ReturnType<typeof page>[number]): FoundComment {
  return {
    id: one.id,
    nodeId: one.node_id,
    url: one.html_url,
    issueNumber: issueNumberOf(one.issue_url),
    body: one.body ?? '',
    createdAt: one.created_at,
    updatedAt: one.updated_at,
    author: one.user,
    throughApp: one.performed_via_github_app !== null,
  };
}
