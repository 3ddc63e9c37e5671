import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type Account, type Commit, type Repository, type State, accountOf, fullName } from '../state.ts';
import { simpleUser } from './account.ts';

export function commitShape(state: State, repository: Repository, commit: Commit, base: string): JsonNode {
  const name = fullName(state, repository);
  const author = present(state, commit.authorId);
  const committer = present(state, commit.committerId);
  const url = `${base}/repos/${name}/commits/${commit.sha}`;
  return {
    url,
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    html_url: `${state.webUrl}/${name}/commit/${commit.sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${base}/repos/${name}/git/commits/${commit.sha}`,
      author: { ...signature(author), date: commit.at },
      committer: { ...signature(committer), date: commit.at },
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.sha, url: `${base}/repos/${name}/git/trees/${commit.sha}` },
      verification: {
        verified: false,
        reason: 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    author: author === null ? null : simpleUser(state, author, base),
    committer: committer === null ? null : simpleUser(state, committer, base),
    parents:
      commit.parent === null
        ? []
        : [
            {
              sha: commit.parent,
              url: `${base}/repos/${name}/commits/${commit.parent}`,
              html_url: `${state.webUrl}/${name}/commit/${commit.parent}`,
            },
          ],
  };
}

/** The commit inside an Actions run. */
export function simpleCommit(state: State, commit: Commit): JsonNode {
  const person = (id: number | null): JsonNode => signature(id === null ? null : accountOf(state, id));
  return {
    id: commit.sha,
    tree_id: commit.sha,
    message: commit.message,
    timestamp: commit.at,
    author: person(commit.authorId),
    committer: person(commit.committerId),
  };
}

/** The account that a commit's address belongs to; a deleted one's belongs to nobody. */
function present(state: State, id: number | null): Account | null {
  const account = id === null ? null : accountOf(state, id);
  return account?.deleted === true ? null : account;
}

/** Name and address as Git has them. */
export function signature(account: Account | null): { readonly name: string; readonly email: string } {
  return account === null
    ? { name: 'nobody', email: 'nobody@example.org' }
    : { name: account.login, email: `${account.id}+${account.login}@users.noreply.github.com` };
}
