/** How GitHub is asked here: by reading alone, with whatever client the caller has. */
import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { AnswerFault } from './answer.ts';

/** An Octokit, authenticated or not, as far as we use it. It may repeat a request: nothing here writes. */
export interface AuditClient {
  request(
    route: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; readonly data: unknown }>;
}

/** GitHub's page size at most, for every list that is read here. */
export const pageSize = 100;

/** A list that is longer than this many pages is not read to its end, and whoever asked is told. */
const maxPages = 100;

// GitHub's default, and the newest that every GitHub Enterprise Server in service knows.
const headers = { 'x-github-api-version': '2022-11-28' } as const;

// GitHub ends a request by itself after 10 s.
const timeoutMs = 20_000;

/** Asks, and reads the answer. A missing object is `unreadable` with the status 404. */
export async function ask<Value>(
  client: AuditClient,
  route: `GET ${string}`,
  parameters: Readonly<Record<string, unknown>>,
  read: (data: unknown) => Value,
): Promise<Result<Value, HostFault>> {
  let data: unknown;
  try {
    const request = { signal: AbortSignal.timeout(timeoutMs) };
    ({ data } = await client.request(route, { ...parameters, headers, request }));
  } catch (error) {
    return refused(unreadable(route, statusOf(error)));
  }
  try {
    return ok(read(data));
  } catch (error) {
    if (error instanceof AnswerFault) return refused(unreadable(route, null, 'not as GitHub describes it'));
    throw error;
  }
}

/** What a list came to. `complete` is false where it was longer than is read. */
export interface Listed<Value> {
  readonly all: readonly Value[];
  readonly complete: boolean;
}

/** Reads a list page by page, to its first page that is not full. */
export async function askAll<Value>(
  client: AuditClient,
  route: `GET ${string}`,
  parameters: Readonly<Record<string, unknown>>,
  read: (data: unknown) => readonly Value[],
): Promise<Result<Listed<Value>, HostFault>> {
  const all: Value[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await ask(client, route, { ...parameters, per_page: pageSize, page }, read);
    if (!answer.ok) return answer;
    all.push(...answer.value);
    if (answer.value.length < pageSize) return ok({ all, complete: true });
  }
  return ok({ all, complete: false });
}

/** Splits `owner/name`, and refuses whatever would lead a path elsewhere. */
export function repositoryParts(
  name: string,
): Result<{ readonly owner: string; readonly repo: string }, HostFault> {
  const [, owner = '', repo = ''] = /^([A-Za-z0-9_.-]{1,100})\/([A-Za-z0-9_.-]{1,100})$/.exec(name) ?? [];
  const named = [owner, repo].every((part) => part !== '' && part !== '.' && part !== '..');
  return named ? ok({ owner, repo }) : refused(unreadable('repository', null, 'no repository of that name'));
}

function unreadable(route: string, status: number | null, what: string = 'no answer'): HostFault {
  return { code: 'unreadable', status, what: `${route}: ${status === null ? what : `answered ${status}`}` };
}

/** The status of an answer that the client threw; null where there was none. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('response' in error)) return null;
  const { response } = error;
  if (typeof response !== 'object' || response === null || !('status' in response)) return null;
  return typeof response.status === 'number' ? response.status : null;
}
