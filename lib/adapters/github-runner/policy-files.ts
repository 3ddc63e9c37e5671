import { policyFields, readPolicyFile } from '../../core/policy/file.ts';
import type { PolicySources, PolicyText } from '../../core/policy/policy.ts';
import type { SeenRepository } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { idOf } from './answers.ts';

/** One question for the policy files that apply to a repository, its own and its organisation's, and for another repository. */
export const policyQuery: string = `query Policy(
  $owner: String!, $name: String!, $organised: Boolean!,
  $elsewhere: Boolean!, $targetOwner: String!, $targetName: String!
) {
  repository(owner: $owner, name: $name) {
    ${policyFields}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${policyFields}
  }
  target: repository(owner: $targetOwner, name: $targetName) @include(if: $elsewhere) {
    databaseId
    nameWithOwner
    isPrivate
    owner { ... on User { databaseId } ... on Organization { databaseId } }
  }
}`;

/** The policies, and the repository that was asked for beside them. */
type Read = PolicySources & { readonly target: SeenRepository | null };

/**
 * Reads the answer; null where it is not one. An organisation's repository that is gone, or that the token
 * may not see, has no policy: the App, which may see more, takes nothing that was made without it.
 */
export function readPolicies(answer: unknown): Read | null {
  const { data, errors } = members(answer);
  if (!(Array.isArray(errors) ? errors : []).every(isMissing)) return null;
  const { repository, organisation, target } = members(data);
  if (!isObject(repository)) return null;
  const own = readPolicyFile(repository);
  const above: Result<PolicyText | null, 'unreadable'> = isObject(organisation)
    ? readPolicyFile(organisation)
    : ok(null);
  const seen = target === null || target === undefined ? ok(null) : readTarget(target);
  return own.ok && above.ok && seen.ok
    ? { repository: own.value, organisation: above.value, target: seen.value }
    : null;
}

function readTarget(target: unknown): Result<SeenRepository, 'unreadable'> {
  const { databaseId, nameWithOwner: name, isPrivate, owner } = members(target);
  const [id, ownerId] = [idOf(databaseId), idOf(members(owner)['databaseId'])];
  if (id === null || ownerId === null || typeof name !== 'string') return refused('unreadable');
  // What is internal to an enterprise is private here, too.
  return typeof isPrivate === 'boolean'
    ? ok({ id, ownerId, name, isPublic: !isPrivate })
    : refused('unreadable');
}

/** Whether an error says no more than that one of the other two is not there, or not to be seen. */
function isMissing(error: unknown): boolean {
  const { type, path } = members(error);
  if (type !== 'NOT_FOUND' || !Array.isArray(path) || path.length !== 1) return false;
  return path[0] === 'organisation' || path[0] === 'target';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}
