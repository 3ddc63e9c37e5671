/** How a policy file is asked of GitHub, and what of it counts: App and runner must read the same. */
import { ok, refused, type Result } from '../result.ts';
import { policyPath } from './fault-words.ts';
import type { PolicyText } from './policy.ts';

/** The longest policy that is read, in bytes: what is larger was not written for people. */
const maxBytes = 65_536;

/** What is asked of an entry that should be the file, in GraphQL. */
export const policyEntry = `{
      kind: __typename
      ... on Blob { isBinary isTruncated byteSize text }
    }`;

/** What is asked of a repository, in GraphQL: its default branch's head, and the policy file there. */
export const policyFields: string = `head: object(expression: "HEAD") { oid }
    policy: object(expression: "HEAD:${policyPath}") ${policyEntry}`;

/** Whether the organisation's policy applies above a repository's own: to all but the organisation's own place. */
export function hasOrganisation(repository: string): boolean {
  return !repository.toLowerCase().endsWith('/.github');
}

/** Reads what was asked of a repository: null where there is definitely no file. */
export function readPolicyFile(repository: unknown): Result<PolicyText | null, 'unreadable'> {
  const { head, policy } = membersOf(repository);
  if (policy === null || policy === undefined) return ok(null);
  const { oid } = membersOf(head);
  if (typeof oid !== 'string' || !/^[0-9a-f]{40}$/.test(oid)) return refused('unreadable');
  return readPolicyEntry(oid, policy);
}

/** Reads the entry of a commit that should be the file; null where the commit has none. */
export function readPolicyEntry(commit: string, entry: unknown): Result<PolicyText | null, 'unreadable'> {
  if (entry === null || entry === undefined) return ok(null);
  const { kind, isBinary, isTruncated, byteSize, text } = membersOf(entry);
  if (typeof kind !== 'string') return refused('unreadable');
  // A folder or a submodule of that name is no file that anyone can read.
  if (kind !== 'Blob') return ok({ commit, text: null });
  const content = text ?? '';
  if (typeof (isBinary ?? true) !== 'boolean' || typeof isTruncated !== 'boolean')
    return refused('unreadable');
  if (typeof content !== 'string' || !content.isWellFormed()) return refused('unreadable');
  const isWhole = isBinary === false && !isTruncated;
  const isShort = typeof byteSize === 'number' && byteSize <= maxBytes && content.length <= maxBytes;
  return ok({ commit, text: isWhole && isShort && typeof text === 'string' ? text : null });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
