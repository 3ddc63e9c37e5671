import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type Commit, type Repository, type State, accountOf, fullName } from '../state.ts';
import { simpleUser } from './account.ts';

export function commitShape(state: State, repository: Repository, commit: Commit, base: string): JsonNode {
  const name = fullName(state, repository);
  const author = accountOf(state, commit.authorId);
  const signature = {
    name: author.login,
    email: `${author.id}+${author.login}@users.noreply.github.com`,
    date: commit.at,
  };
  const url = `${base}/repos/${name}/commits/${commit.sha}`;
  return {
    url,
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    html_url: `https://github.com/${name}/commit/${commit.sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${base}/repos/${name}/git/commits/${commit.sha}`,
      author: signature,
      committer: signature,
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
    author: simpleUser(author, base),
    committer: simpleUser(author, base),
    parents:
      commit.parent === null
        ? []
        : [
            {
              sha: commit.parent,
              url: `${base}/repos/${name}/commits/${commit.parent}`,
              html_url: `https://github.com/${name}/commit/${commit.parent}`,
            },
          ],
  };
}

/** The commit inside an Actions run. */
export function simpleCommit(state: State, commit: Commit): JsonNode {
  const author = accountOf(state, commit.authorId);
  const person = { name: author.login, email: `${author.id}+${author.login}@users.noreply.github.com` };
  return {
    id: commit.sha,
    tree_id: commit.sha,
    message: commit.message,
    timestamp: commit.at,
    author: person,
    committer: person,
  };
}
