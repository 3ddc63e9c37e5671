import type { AppHost, CommentNow, Thread } from '../../core/port/app-host.ts';
import { hasOrganisation, policyFields } from '../../core/policy/file.ts';
import type { PolicyText } from '../../core/policy/policy.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { flag, id, listOf, long, members, orNull, short, type Reader } from './answer.ts';
import { policyFile } from './policy-files.ts';
import { unreadable, type GitHubClient } from './client.ts';
import { answeredWithErrors, askAbout, route } from './graph.ts';

/** GitHub takes at most 100 nodes in one question. */
const maxComments = 100;

/** One question for all that a decision re-reads. `lastEditedAt` exists in GraphQL only, and is exact. */
const query = `query Thread(
  $owner: String!, $name: String!, $organised: Boolean!, $issue: ID!, $comments: [ID!]!
) {
  repository(owner: $owner, name: $name) {
    databaseId
    isPrivate
    ${policyFields}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${policyFields}
  }
  issue: node(id: $issue) {
    kind: __typename
    ... on Issue {
      title
      body
      closed
      locked
      lastEditedAt
      labels(first: 100) { nodes { name } }
      repository { databaseId }
    }
  }
  comments: nodes(ids: $comments) {
    kind: __typename
    ... on IssueComment {
      id
      body
      lastEditedAt
      isMinimized
      author { ... on User { databaseId } ... on Bot { databaseId } }
    }
  }
}`;

const kindOf = members({ kind: short });

const issueNode = members({
  title: long,
  body: long,
  closed: flag,
  locked: flag,
  lastEditedAt: orNull(short),
  labels: members({ nodes: listOf(members({ name: short }), 100) }),
  repository: members({ databaseId: id }),
});

const commentNode = members({
  id: short,
  body: long,
  lastEditedAt: orNull(short),
  isMinimized: flag,
  author: orNull(members({ databaseId: orNull(id) })),
});

const withPolicy: Reader<{
  readonly databaseId: string;
  readonly isPrivate: boolean;
  readonly policy: PolicyText | null;
}> = (value) => ({
  ...members({ databaseId: id, isPrivate: flag })(value),
  policy: policyFile(value),
});

const found = members({
  repository: orNull(withPolicy),
  organisation: orNull(policyFile),
  issue: orNull(ofType('Issue', issueNode)),
  comments: listOf(orNull(ofType('IssueComment', commentNode)), maxComments),
});

/** Reads the proposal's issue, comments of it, and the policy files that apply: the bytes as they are now. */
export function thread(client: GitHubClient): AppHost['thread'] {
  return async ({ repository, issueNodeId, commentNodeIds }) => {
    if (commentNodeIds.length > maxComments)
      return refused(unreadable(route, null, 'not a question that GitHub takes'));
    const variables = {
      organised: hasOrganisation(repository),
      issue: issueNodeId,
      comments: commentNodeIds,
    };
    const read = await askAbout(client, { repository, query, variables, data: found, mayBeGone });
    return read.ok ? threadOf(read.value, commentNodeIds) : read;
  };
}

/** A null inside the organisation's repository would pass for a policy that is not there. */
function mayBeGone([first, ...rest]: readonly unknown[]): boolean {
  return first === 'issue' || first === 'comments' || (first === 'organisation' && rest.length === 0);
}

function threadOf(
  { repository, organisation, issue, comments }: ReturnType<typeof found>,
  asked: readonly string[],
): Result<Thread, HostFault> {
  if (repository === null || comments.length !== asked.length) return refused(answeredWithErrors);
  const misplaced = comments.some((comment, index) => comment !== null && comment.id !== asked[index]);
  if (misplaced) return refused(unreadable(route, null, 'answered other comments than asked'));
  return ok({
    issue:
      issue === null
        ? null
        : {
            title: issue.title,
            body: issue.body,
            open: !issue.closed,
            locked: issue.locked,
            repositoryId: issue.repository.databaseId,
            labels: issue.labels.nodes.map(({ name }) => name),
            lastEditedAt: issue.lastEditedAt,
          },
    comments: comments.map(commentOf),
    repositoryId: repository.databaseId,
    isPublic: !repository.isPrivate,
    policy: { repository: repository.policy, organisation },
  });
}

function commentOf(comment: ReturnType<typeof commentNode> | null): CommentNow | null {
  if (comment === null) return null;
  const { id: nodeId, body, lastEditedAt, isMinimized: hidden, author } = comment;
  return { nodeId, body, lastEditedAt, hidden, authorId: author?.databaseId ?? null };
}

/** A node of one type; one of another type, which the id does not promise, is as good as gone. */
function ofType<Value>(name: string, reader: Reader<Value>): Reader<Value | null> {
  return (value) => (kindOf(value).kind === name ? reader(value) : null);
}
