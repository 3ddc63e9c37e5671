import type { PolicyText } from '../../core/policy/policy.ts';
import type { AppHost } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { listOf, members, orNull, short, type Reader } from './answer.ts';
import { askGraph, readData, repositoryParts, unreadable, type GitHubClient } from './client.ts';
import { policyFields, policyFile, policyFileAt } from './policy-files.ts';

const route = 'POST /graphql';

const entry = `{
      kind: __typename
      ... on Blob { isBinary isTruncated byteSize text }
    }`;

const query = `query PolicyChange(
  $owner: String!, $name: String!, $organised: Boolean!, $before: String!, $after: String!
) {
  repository(owner: $owner, name: $name) {
    before: object(expression: $before) ${entry}
    after: object(expression: $after) ${entry}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${policyFields}
  }
}`;

/** Its commit is known to whoever asks. */
const file: Reader<PolicyText | null> = (value) => policyFileAt('', value);

const envelope = members({
  data: orNull(
    members({
      repository: orNull(members({ before: file, after: file })),
      organisation: orNull(policyFile),
    }),
  ),
  errors: orNull(listOf(members({ type: orNull(short), path: orNull(listOf((part) => part, 20)) }), 10)),
});

function at(commit: string): string {
  return `${commit}:.github/countersign.yml`;
}

/** Reads the policy file of a repository at two commits, and its organisation's of now. */
export function policyChange(client: GitHubClient): AppHost['policyChange'] {
  return async ({ repository, before, after }) => {
    const parts = repositoryParts(repository);
    if (parts === null) return refused(unreadable(route, null, 'no repository of that name'));
    const variables = {
      owner: parts.owner,
      name: parts.repo,
      organised: parts.repo.toLowerCase() !== '.github',
      // A branch that was made just now had none.
      before: at(before ?? '0'.repeat(40)),
      after: at(after),
    };
    const read = readData(await askGraph(client, { query, variables }), envelope, 'unreadable');
    if (!read.ok) return read;
    const { data, errors } = read.value;
    const gone = (errors ?? []).every(
      ({ type, path }) => type === 'NOT_FOUND' && path?.length === 1 && path[0] === 'organisation',
    );
    if (!gone || data === null || data.repository === null)
      return refused(unreadable(route, null, 'answered with errors'));
    const was = data.repository.before;
    const now = data.repository.after;
    return ok({
      before: was === null || before === null ? null : { ...was, commit: before },
      after: now === null ? null : { ...now, commit: after },
      organisation: data.organisation,
    });
  };
}
