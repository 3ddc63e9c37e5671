import type { Json } from '../description.ts';
import { readNodeId } from '../node-id.ts';
import { Refusal, authorise } from '../rights.ts';
import type { Call } from '../route.ts';
import { type Repository, repositoryByName, repositoryOnceNamed } from '../state.ts';
import type { Input, Thing } from './thing.ts';

/** What may not be seen cannot be resolved, in the same words as what is not there. */
function reveal(call: Call, repository: Repository, permission: string, missing: Refusal): void {
  try {
    authorise(call.state, call.actor, repository, { permission, level: 'read' });
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? missing : error;
  }
}

/** The object behind a node id. What is gone, and what may not be seen, cannot be resolved. */
export function findNode(call: Call, id: Json | undefined): Thing {
  const missing = new Refusal(
    404,
    `Could not resolve to a node with the global id of '${typeof id === 'string' ? id : ''}'`,
  );
  const read = typeof id === 'string' ? readNodeId(id) : null;
  if (read === null) throw missing;
  for (const repository of call.state.repositories.values()) {
    const issue = [...repository.issues.values()].find((one) => one.id === read.id && one.gone === null);
    const comment = repository.comments.get(read.id);
    if (read.type === 'Issue' && issue !== undefined) {
      reveal(call, repository, 'issues', missing);
      return { type: 'Issue', repository, issue };
    }
    if (read.type === 'IssueComment' && comment !== undefined) {
      reveal(call, repository, 'issues', missing);
      return { type: 'IssueComment', repository, comment };
    }
    if (read.type === 'Repository' && repository.id === read.id) {
      reveal(call, repository, 'metadata', missing);
      return { type: 'Repository', repository };
    }
  }
  const account = call.state.accounts.get(read.id);
  if (account?.deleted === false && account.type === read.type) return { type: account.type, account };
  throw missing;
}

/** One of several: its refusal is its own, the others are answered. */
export function findNodeOr(call: Call, id: Json): Thing | Refusal {
  try {
    return findNode(call, id);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export function findRepository(call: Call, input: Input): Thing {
  const owner = typeof input['owner'] === 'string' ? input['owner'] : '';
  const name = typeof input['name'] === 'string' ? input['name'] : '';
  const repository =
    repositoryByName(call.state, owner, name) ??
    (input['followRenames'] === false ? undefined : repositoryOnceNamed(call.state, owner, name));
  const missing = new Refusal(404, `Could not resolve to a Repository with the name '${owner}/${name}'.`);
  if (repository === undefined) throw missing;
  reveal(call, repository, 'metadata', missing);
  return { type: 'Repository', repository };
}
