import type { Observed } from '../../core/action/compare-precondition.ts';
import type { Precondition } from '../../core/action/precondition.ts';
import { digestIssue } from '../../core/approval/decide.ts';
import type { AppHost } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, long, members, orNull, sha, short, type Reader } from './answer.ts';
import { askGraph, readData, repositoryParts, unreadable, type GitHubClient } from './client.ts';

const route = 'POST /graphql';

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
  state: (value: unknown) => (value === 'OPEN' ? ('open' as const) : closed(value)),
});

function closed(value: unknown): 'closed' {
  // Any other word is not one that GitHub's description knows.
  members({})(value === 'CLOSED' ? {} : null);
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

const envelope = members({
  data: orNull(
    members({
      repository: orNull(
        members({
          databaseId: id,
          ref: orNull(commitOf),
          commit: orNull(authorsOf),
          issue: orNull(issueNow),
          file: orNull(blobOf),
        }),
      ),
    }),
  ),
  errors: orNull(listOf(members({ type: orNull(short), path: orNull(listOf((part) => part, 20)) }), 10)),
});

/** Reads what a precondition's subjects are now. May be seconds behind, as every read at GitHub may. */
export function observe(client: GitHubClient): AppHost['observe'] {
  return async ({ repository, precondition }) => {
    const parts = repositoryParts(repository);
    if (parts === null) return refused(unreadable(route, null, 'not a question that GitHub takes'));
    const variables = { owner: parts.owner, name: parts.repo, ...variablesOf(precondition) };
    const read = readData(await askGraph(client, { query, variables }), envelope, 'unreadable');
    if (!read.ok) return read;
    const { data, errors } = read.value;
    // An issue that is gone is null and told as NOT_FOUND. Any other error leaves nulls that mean nothing.
    const gone = (errors ?? []).every(
      ({ type, path }) => type === 'NOT_FOUND' && path?.[0] === 'repository' && path[1] === 'issue',
    );
    const found = data?.repository ?? null;
    if (!gone || found === null) return refused(unreadable(route, null, 'answered with errors'));
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
