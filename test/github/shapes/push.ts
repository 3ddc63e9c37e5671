/** What a push tells. */
import type { JsonNode } from '../description.ts';
import { type Commit, type Repository, type State, accountOf, fullName } from '../state.ts';
import { signature } from './commit.ts';

/** No commit: before a ref was made, and after it was deleted. */
const noCommit: string = '0'.repeat(40);

export interface Push {
  /** `refs/heads/main`. */
  readonly ref: string;
  /** A SHA, or null where there was or is nothing. */
  readonly before: string | null;
  readonly after: string | null;
  readonly pusherId: number;
}

/** The members of a `push` payload that are its own. */
export function pushMembers(state: State, repository: Repository, push: Push): JsonNode {
  const { ref, before, after } = push;
  const page = `${state.webUrl}/${fullName(state, repository)}`;
  const fresh = after === null ? [] : commitsSince(repository, before, after);
  const shapes = fresh.map((commit) => pushedCommit(state, repository, commit));
  const newest = after === null ? undefined : repository.commits.get(after);
  const forced =
    before !== null && after !== null && !ancestry(repository, after).some(({ sha }) => sha === before);
  return {
    ref,
    before: before ?? noCommit,
    after: after ?? noCommit,
    created: before === null,
    deleted: after === null,
    forced,
    base_ref: null,
    compare: `${page}/compare/${(before ?? noCommit).slice(0, 12)}...${(after ?? noCommit).slice(0, 12)}`,
    commits: shapes,
    head_commit: newest === undefined ? null : pushedCommit(state, repository, newest),
    pusher: { ...signature(accountOf(state, push.pusherId)) },
  };
}

/** The commit and those before it, newest first. */
function ancestry(repository: Repository, sha: string): readonly Commit[] {
  const found: Commit[] = [];
  for (let at: string | null = sha; at !== null;) {
    const commit: Commit | undefined = repository.commits.get(at);
    if (commit === undefined) break;
    found.push(commit);
    at = commit.parent;
  }
  return found;
}

/** Oldest first, at most 2,048. What another branch has already is not told again. */
function commitsSince(repository: Repository, before: string | null, after: string): readonly Commit[] {
  const others = [...repository.branches.values()].filter((sha) => sha !== after);
  const known = new Set(
    [...(before === null ? [] : [before]), ...others].flatMap((sha) =>
      ancestry(repository, sha).map((commit) => commit.sha),
    ),
  );
  return ancestry(repository, after)
    .filter(({ sha }) => !known.has(sha))
    .toReversed()
    .slice(0, 2_048);
}

function pushedCommit(state: State, repository: Repository, commit: Commit): JsonNode {
  const before = (commit.parent === null ? undefined : repository.commits.get(commit.parent))?.files;
  const person = (id: number | null): JsonNode => {
    const account = id === null ? null : accountOf(state, id);
    return { ...signature(account), ...(account === null ? {} : { username: account.login }) };
  };
  const names = [...commit.files.keys()];
  return {
    id: commit.sha,
    tree_id: commit.sha,
    distinct: true,
    message: commit.message,
    timestamp: commit.at,
    url: `${state.webUrl}/${fullName(state, repository)}/commit/${commit.sha}`,
    author: person(commit.authorId),
    committer: person(commit.committerId),
    added: names.filter((name) => before?.has(name) !== true),
    removed: [...(before?.keys() ?? [])].filter((name) => !commit.files.has(name)),
    modified: names.filter(
      (name) => before?.has(name) === true && before.get(name) !== commit.files.get(name),
    ),
  };
}
