import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { policyPath } from '../policy/fault-words.ts';
import { readPlace, type Place } from './place.ts';

/** A push to the default branch that changed the policy file, or may have. */
export interface PolicyPushIncoming {
  readonly kind: 'policy_pushed';
  readonly place: Place;
  /** The commit before; null where the branch was made by this push. */
  readonly before: string | null;
  readonly after: string;
}

/** So many commits are told of at most; what more a push brought is not. */
const maxCommits = 2048;

/** Reads a `push` delivery; null for one that left the policy of the default branch as it was. */
export function readPolicyPush(payload: JsonObject): PolicyPushIncoming | null {
  const { installation, repository, ref, before, after, deleted, forced, commits } = payload;
  const place = readPlace(installation, repository);
  if (place === null || !isJsonObject(repository) || deleted === true) return null;
  const branch = repository['default_branch'];
  if (typeof branch !== 'string' || ref !== `refs/heads/${branch}`) return null;
  if (!isCommit(after) || !isJsonArray(commits)) return null;
  // A forced push takes commits away without naming them.
  if (forced !== true && commits.length < maxCommits && !commits.some(touchesPolicy)) return null;
  return { kind: 'policy_pushed', place, before: isCommit(before) ? before : null, after };
}

function touchesPolicy(commit: JsonValue): boolean {
  if (!isJsonObject(commit)) return false;
  return ['added', 'modified', 'removed'].some((list) => {
    const paths = commit[list];
    return isJsonArray(paths) && paths.includes(policyPath);
  });
}

/** A whole commit id that is one: GitHub writes zeros for none. */
function isCommit(sha: JsonValue | undefined): sha is string {
  return typeof sha === 'string' && /^[0-9a-f]{40}$/.test(sha) && !/^0+$/.test(sha);
}
