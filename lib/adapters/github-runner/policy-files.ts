import type { PolicySources, PolicyText } from '../../core/policy/policy.ts';

/** The longest policy that is read, in bytes: what is larger was not written for people. */
const maxBytes = 65_536;

const fields = `head: object(expression: "HEAD") { oid }
    policy: object(expression: "HEAD:.github/countersign.yml") {
      kind: __typename
      ... on Blob { isBinary isTruncated byteSize text }
    }`;

/** One question for the policy files that apply to a repository: its own, and its organisation's. */
export const policyQuery: string = `query Policy($owner: String!, $name: String!, $organised: Boolean!) {
  repository(owner: $owner, name: $name) {
    ${fields}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${fields}
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
  const own = readFile(repository);
  const above = isObject(organisation) ? readFile(organisation) : null;
  return own === 'unreadable' || above === 'unreadable' ? null : { repository: own, organisation: above };
}

function isMissingOrganisation(error: unknown): boolean {
  const { type, path } = members(error);
  return type === 'NOT_FOUND' && Array.isArray(path) && path.length === 1 && path[0] === 'organisation';
}

function readFile(repository: object): PolicyText | null | 'unreadable' {
  const { head, policy } = members(repository);
  if (policy === null || policy === undefined) return null;
  const { oid } = members(head);
  if (typeof oid !== 'string' || !/^[0-9a-f]{40}$/.test(oid) || !isObject(policy)) return 'unreadable';
  const { kind, isBinary, isTruncated, byteSize, text } = members(policy);
  const isText =
    kind === 'Blob' &&
    isBinary === false &&
    isTruncated === false &&
    typeof byteSize === 'number' &&
    byteSize <= maxBytes;
  return { commit: oid, text: isText && typeof text === 'string' && text.isWellFormed() ? text : null };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}
