import { policyFields, readPolicyFile } from '../../core/policy/file.ts';
import type { PolicySources, PolicyText } from '../../core/policy/policy.ts';
import { ok, type Result } from '../../core/result.ts';

/** One question for the policy files that apply to a repository: its own, and its organisation's. */
export const policyQuery: string = `query Policy($owner: String!, $name: String!, $organised: Boolean!) {
  repository(owner: $owner, name: $name) {
    ${policyFields}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${policyFields}
  }
}`;

/**
 * Reads the answer; null where it is not one. An organisation's repository that is gone, or that the token
 * may not see, has no policy: the App, which may see more, takes nothing that was made without it.
 */
export function readPolicies(answer: unknown): PolicySources | null {
  const { data, errors } = members(answer);
  if (!(Array.isArray(errors) ? errors : []).every(isMissingOrganisation)) return null;
  const { repository, organisation } = members(data);
  if (!isObject(repository)) return null;
  const own = readPolicyFile(repository);
  const above: Result<PolicyText | null, 'unreadable'> = isObject(organisation)
    ? readPolicyFile(organisation)
    : ok(null);
  return own.ok && above.ok ? { repository: own.value, organisation: above.value } : null;
}

function isMissingOrganisation(error: unknown): boolean {
  const { type, path } = members(error);
  return type === 'NOT_FOUND' && Array.isArray(path) && path.length === 1 && path[0] === 'organisation';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}
