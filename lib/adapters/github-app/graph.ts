import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { listOf, members, orNull, short, type Reader } from './answer.ts';
import { askGraph, readData, repositoryParts, unreadable, type GitHubClient } from './client.ts';

/** As faults name it. */
export const route = 'POST /graphql';

/** GraphQL gave no answer that counts. */
export const answeredWithErrors: HostFault = unreadable(route, null, 'answered with errors');

/** As many as a question about 100 things can come back with. */
const maxErrors = 101;

const errors = orNull(
  listOf(members({ type: orNull(short), path: orNull(listOf((part) => part, 20)) }), maxErrors),
);

/** A question about one repository, whose `owner` and `name` its query takes besides its own variables. */
export interface Question<Data> {
  readonly repository: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly data: Reader<Data>;
  /** Whether the place of an error is of something that may be gone: it is null then, and told as NOT_FOUND. */
  readonly mayBeGone: (path: readonly unknown[]) => boolean;
}

/** Asks, and reads what came. Any other error than of what is gone leaves nulls that mean nothing. */
export async function askAbout<Data>(
  client: GitHubClient,
  { repository, query, variables, data, mayBeGone }: Question<Data>,
): Promise<Result<Data, HostFault>> {
  const parts = repositoryParts(repository);
  if (parts === null) return refused(unreadable(route, null, 'no repository of that name'));
  const place = { owner: parts.owner, name: parts.repo };
  const answer = await askGraph(client, { query, variables: { ...place, ...variables } });
  const read = readData(answer, members({ data: orNull(data), errors }), 'unreadable');
  if (!read.ok) return read;
  const gone = (read.value.errors ?? []).every(
    ({ type, path }) => type === 'NOT_FOUND' && mayBeGone(path ?? []),
  );
  if (!gone || read.value.data === null) return refused(answeredWithErrors);
  return ok(read.value.data);
}
