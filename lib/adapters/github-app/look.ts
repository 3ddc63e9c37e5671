import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import type { Reader } from './answer.ts';
import { ask, readData, type GitHubClient, type Place } from './client.ts';

/** A question that no cache may answer. */
export const fresh = { 'cache-control': 'no-cache' } as const;

/** Something as it stands now; null where there is nothing. */
export async function look<Value>(
  client: GitHubClient,
  route: `GET /repos/${string}`,
  place: Place,
  reader: Reader<Value>,
): Promise<Result<Value | null, HostFault>> {
  const answer = await ask(client, route, place, fresh);
  return isGone(answer) ? ok(null) : readData(answer, reader, 'unreadable');
}

/** What a look before a write came to: where there is nothing to write to, or no telling, nothing is sent. */
export function toWriteTo<Value>(looked: Result<Value | null, HostFault>): Result<Value, HostFault> {
  if (!looked.ok) return refused({ ...looked.fault, code: 'refused', status: null });
  if (looked.value === null)
    return refused({ code: 'refused', status: null, what: 'the target is not there any more' });
  return ok(looked.value);
}

/** Whether GitHub says that there is nothing, or not any more. */
export function isGone(answer: Result<unknown, HostFault>): boolean {
  return !answer.ok && (answer.fault.status === 404 || answer.fault.status === 410);
}
