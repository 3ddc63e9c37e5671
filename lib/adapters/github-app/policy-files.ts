import type { PolicyText } from '../../core/policy/policy.ts';
import { flag, long, members, orNull, sha, short, type Reader } from './answer.ts';

/** The longest policy that is read, in bytes: what is larger was not written for people. */
const maxBytes = 65_536;

/** What is asked of a repository, in GraphQL: its default branch's head, and the policy file there. */
export const policyFields = `head: object(expression: "HEAD") { oid }
    policy: object(expression: "HEAD:.github/countersign.yml") {
      kind: __typename
      ... on Blob { isBinary isTruncated byteSize text }
    }`;

const head = members({ head: members({ oid: sha }) });
const kind = members({ kind: short });
const blob = members({
  isBinary: orNull(flag),
  isTruncated: flag,
  byteSize: (value) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY),
  // Far longer ones are cut short by GitHub, and so are not read at all.
  text: orNull((value) => (typeof value === 'string' && value.length > maxBytes ? null : long(value))),
});

/** Reads what was asked: null where there is definitely no file. */
export const policyFile: Reader<PolicyText | null> = (value) => {
  const { policy } = members({ policy: (entry) => entry ?? null })(value);
  if (policy === null) return null;
  return policyFileAt(head(value).head.oid, policy);
};

/** Reads the entry of a commit that should be the file; null where the commit has none. Throws as a reader does. */
export function policyFileAt(commit: string, entry: unknown): PolicyText | null {
  if (entry === null || entry === undefined) return null;
  // A folder or a submodule of that name is no file that anyone can read.
  return { commit, text: kind(entry).kind === 'Blob' ? textOf(blob(entry)) : null };
}

function textOf({ isBinary, isTruncated, byteSize, text }: ReturnType<typeof blob>): string | null {
  return isBinary !== false || isTruncated || byteSize > maxBytes ? null : text;
}
