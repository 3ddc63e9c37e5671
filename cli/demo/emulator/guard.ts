import type { JsonValue } from '../../../lib/core/json/value.ts';
import { at, shown } from '../json.ts';
import { reaches, repository, roleOf } from './cast.ts';
import type { Caller } from './callers.ts';
import { bodyOf, fault, type Answer, type Exchange } from './exchange.ts';
import type { Objects } from './objects.ts';
import type { Upstream } from './upstream.ts';

/** The most that GitHub takes for an issue's or a comment's text, in characters. */
const maxText = 65_536;

const places = {
  checkRuns: new RegExp(`^/repos/${repository}/check-runs$`),
  checkRun: new RegExp(`^/repos/${repository}/check-runs/(\\d+)$`),
  issues: new RegExp(`^/repos/${repository}/issues$`),
  issue: new RegExp(`^/repos/${repository}/issues/(\\d+)$`),
  comments: new RegExp(`^/repos/${repository}/issues/\\d+/comments$`),
  comment: new RegExp(`^/repos/${repository}/issues/comments/(\\d+)$`),
} as const;

interface Parts {
  readonly emulator: Upstream;
  readonly objects: Objects;
}

/** Refuses what GitHub refuses and the emulator would do. Null: go on. */
export async function guard(exchange: Exchange, parts: Parts): Promise<Answer | null> {
  const { method, path, caller } = exchange;
  if (method === 'GET' || method === 'HEAD') return null;
  if (caller.kind === 'anonymous') return fault(401, 'Requires authentication');
  const text = at(bodyOf(exchange), 'body');
  const carriesText = [places.issues, places.issue, places.comments, places.comment].some((place) =>
    place.test(path),
  );
  if (carriesText && typeof text === 'string' && text.length > maxText)
    return fault(422, `Validation Failed: body is too long (maximum is ${maxText} characters)`);
  if (places.checkRuns.test(path)) return guardNewCheckRun(exchange, parts);
  const checkRun = places.checkRun.exec(path)?.[1];
  if (checkRun !== undefined) return guardCheckRun(caller, Number(checkRun), parts);
  const comment = places.comment.exec(path)?.[1];
  if (comment !== undefined)
    return guardChange(
      caller,
      await parts.emulator.read(`/repos/${repository}/issues/comments/${comment}`),
      'write',
    );
  const issue = places.issue.exec(path)?.[1];
  if (issue !== undefined)
    return guardChange(caller, await parts.emulator.read(`/repos/${repository}/issues/${issue}`), 'triage');
  return null;
}

/** Whether a caller may set labels; without the right GitHub drops them in silence. */
export function mayLabel(caller: Caller): boolean {
  return caller.kind === 'app' || (caller.kind === 'person' && reaches(roleOf(caller.login), 'write'));
}

async function guardNewCheckRun(exchange: Exchange, { emulator }: Parts): Promise<Answer | null> {
  if (exchange.caller.kind !== 'app') return fault(403, 'You must authenticate via a GitHub App.');
  const sha = shown(bodyOf(exchange), 'head_sha');
  const commit = await emulator.read(`/repos/${repository}/commits/${encodeURIComponent(sha)}`);
  return commit === null ? fault(422, `No commit found for SHA: ${sha}`) : null;
}

function guardCheckRun(caller: Caller, id: number, { objects }: Parts): Answer | null {
  const owner = objects.appOfCheckRun(id);
  if (caller.kind === 'app' && caller.app.appId === owner) return null;
  const asked = caller.kind === 'app' ? ` \`${caller.app.appId}\`` : '';
  return fault(
    403,
    `Invalid app_id${asked} - check run can only be modified by the GitHub App that created it.`,
  );
}

/** Comments and issues: their author, a person with enough right, or an App that may write issues. */
function guardChange(caller: Caller, object: JsonValue | null, least: 'write' | 'triage'): Answer | null {
  if (object === null) return fault(404, 'Not Found');
  if (caller.kind === 'app') return null;
  if (caller.kind !== 'person') return fault(403, 'Must have admin rights to Repository.');
  if (at(object, 'user', 'login') === caller.login) return null;
  return reaches(roleOf(caller.login), least) ? null : fault(403, 'Must have admin rights to Repository.');
}
