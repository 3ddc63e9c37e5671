import type { Observed } from '../../core/action/compare-precondition.ts';
import type { Precondition } from '../../core/action/precondition.ts';
import { digestIssue } from '../../core/approval/decide.ts';
import type { AppHost } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { AnswerFault, id, listOf, long, members, orNull, sha, short, type Reader } from './answer.ts';
import { unreadable, type GitHubClient } from './client.ts';
import { answeredWithErrors, askAbout, route } from './graph.ts';

/** As the query says. More people than these make one commit seldom; where they do, nobody is known not to be among the rest. */
const maxAuthors = 100;

/**
 * Everything that a precondition can name, in one question. The commit is asked for by its id, so that its
 * authors are told wherever the ref leads by now.
 */
const query = `query Observe(
  $owner: String!, $name: String!,
  $withRef: Boolean!, $ref: String!, $commit: GitObjectID!,
  $withIssue: Boolean!, $issue: Int!, $withFile: Boolean!, $file: String!
) {
  repository(owner: $owner, name: $name) {
    databaseId
    ref(qualifiedName: $ref) @include(if: $withRef) {
      target { kind: __typename oid ... on Tag { target { kind: __typename oid } } }
    }
    commit: object(oid: $commit) @include(if: $withRef) {
      kind: __typename
      ... on Commit {
        authors(first: 100) { totalCount nodes { user { databaseId } } }
        committer { user { databaseId } }
      }
    }
    issue(number: $issue) @include(if: $withIssue) { title body state }
    file: object(expression: $file) @include(if: $withFile) { kind: __typename oid }
  }
}`;

const kindOf = members({ kind: short });
const gitObject = members({ kind: short, oid: sha });
const person = orNull(members({ user: orNull(members({ databaseId: orNull(id) })) }));

const issueNow = members({
  title: long,
  body: long,
  state: openOrClosed,
});

function openOrClosed(value: unknown): 'open' | 'closed' {
  if (value === 'OPEN') return 'open';
  // Any other word is not one that GitHub's description knows.
  if (value !== 'CLOSED') throw new AnswerFault();
  return 'closed';
}

/** The commit that a ref leads to, through an annotated tag too; null: it leads to something else. */
const commitOf: Reader<{ readonly sha: string } | null> = (value) => {
  const { target } = members({ target: (one) => one })(value);
  const direct = gitObject(target);
  const found = direct.kind === 'Tag' ? members({ target: gitObject })(target).target : direct;
  return found.kind === 'Commit' ? { sha: found.oid } : null;
};

const people = members({
  authors: members({
    totalCount: (value) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY),
    nodes: listOf(person, maxAuthors),
  }),
  committer: person,
});

/** Numeric ids of those who made a commit, as far as they have accounts; null: it is no commit. */
const authorsOf: Reader<readonly string[] | 'too many' | null> = (value) => {
  if (kindOf(value).kind !== 'Commit') return null;
  const { authors, committer } = people(value);
  if (authors.totalCount > authors.nodes.length) return 'too many';
  const ids = [...authors.nodes, committer].map((one) => one?.user?.databaseId ?? null);
  return [...new Set(ids.filter((one) => one !== null))];
};

const blobOf: Reader<{ readonly sha: string } | null> = (value) => {
  const { kind, oid } = gitObject(value);
  return kind === 'Blob' ? { sha: oid } : null;
};

const data = members({
  repository: orNull(
    members({
      databaseId: id,
      ref: orNull(commitOf),
      commit: orNull(authorsOf),
      issue: orNull(issueNow),
      file: orNull(blobOf),
    }),
  ),
});

/** Of an issue alone GitHub says that it is not there; all else is null without a word. */
function mayBeGone([first, second]: readonly unknown[]): boolean {
  return first === 'repository' && second === 'issue';
}

/** Reads what a precondition's subjects are now. May be seconds behind, as every read at GitHub may. */
export function observe(client: GitHubClient): AppHost['observe'] {
  return async ({ repository, precondition }) => {
    const variables = variablesOf(precondition);
    const read = await askAbout(client, { repository, query, variables, data, mayBeGone });
    if (!read.ok) return read;
    const { repository: found } = read.value;
    if (found === null) return refused(answeredWithErrors);
    if (found.commit === 'too many')
      return refused(unreadable(route, null, 'answered a commit of more people than are looked at'));
    const { databaseId: repositoryId, ref, commit: authors, issue, file } = found;
    return ok<Observed>({
      repositoryId,
      ref,
      issue: issue === null ? null : { state: issue.state, digest: digestIssue(issue) },
      file,
      authors,
    });
  };
}

/** What is not asked for is left out by its flag; its variable only has to be one that GitHub takes. */
function variablesOf({
  ref,
  issue,
  file,
}: Precondition): Readonly<Record<string, string | number | boolean>> {
  return {
    withRef: ref !== null,
    ref: ref?.name ?? 'refs/heads/none',
    commit: ref?.sha ?? '0'.repeat(40),
    withIssue: issue !== null,
    issue: issue?.number ?? 1,
    withFile: file !== null,
    file: file === null ? 'HEAD' : `${file.ref}:${file.path}`,
  };
}
