/**
 * How GitHub is asked. A read may be repeated by the client; a write is sent once, and what is known
 * afterwards about whether it was done is said in the fault.
 */
import type { GrantedPermissions } from '../../core/action/permission-need.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { readAnswer, type Reader } from './answer.ts';
import { askDirectly, orderDirectly } from './direct.ts';
import type { Line } from './line.ts';
import { limitedFor } from './rate-limit.ts';
import { watch } from './watch.ts';

/** An authenticated Octokit, as far as we use it. */
export interface GitHubClient {
  readonly request: {
    (route: string, parameters: RequestParameters): Promise<Answer>;
    /** The client's own way out where it was given one: tests, request counts. */
    readonly endpoint?: { readonly DEFAULTS: { readonly request?: { readonly fetch?: unknown } } };
  };
  /** A plainer way to the same GitHub, as the same installation. Requests take it first where there is one. */
  readonly line?: Line;
  /** What the token may; null where GitHub did not say. Left out where the client has none of an installation. */
  readonly permissions?: (order: { readonly renew: boolean }) => Promise<GrantedPermissions | null>;
}

export interface RequestParameters {
  readonly headers?: Record<string, string>;
  readonly request?: Record<string, unknown>;
  readonly [name: string]: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** A question's or order's own parameters, and the repository (`owner/name`) that the route names. */
export interface Place {
  readonly repository: string;
  readonly [name: string]: unknown;
}

// GitHub's default, and the newest that every GitHub Enterprise Server in service knows.
const always = { 'x-github-api-version': '2022-11-28' } as const;

/** Asks. The client may repeat it after a fault; whatever stays without an answer is `unreadable`. */
export async function ask(
  client: GitHubClient,
  route: `GET ${string}`,
  place: Place,
  headers: Record<string, string> = {},
): Promise<Result<Answer, HostFault>> {
  const parameters = parametersOf(place);
  if (parameters === null) return refused(unreadable(route, null, 'no repository of that name'));
  return read(client, route, parameters, headers);
}

/** Asks by GraphQL; a query only reads, so the client may repeat it. */
export async function askGraph(
  client: GitHubClient,
  question: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
): Promise<Result<Answer, HostFault>> {
  return read(client, 'POST /graphql', question, {});
}

/** Asks as the App itself, of what is no repository's. */
export async function askAsApp(
  client: GitHubClient,
  route: `GET /app/${string}`,
  question: Readonly<Record<string, unknown>>,
): Promise<Result<Answer, HostFault>> {
  return read(client, route, question, {});
}

/** Asks of an organisation, which no repository names. */
export async function askOrganisation(
  client: GitHubClient,
  route: `GET /orgs/${string}`,
  question: Readonly<Record<string, unknown>>,
): Promise<Result<Answer, HostFault>> {
  return read(client, route, question, {});
}

async function read(
  client: GitHubClient,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): Promise<Result<Answer, HostFault>> {
  const departure = watch(client, async () => true);
  const all = { ...headers, ...always };
  try {
    const answer = await askDirectly(client.line, route, parameters, all);
    if (answer !== null) return ok(answer);
    const request = { fetch: departure.fetch };
    return ok(await client.request(route, { ...parameters, headers: all, request }));
  } catch (error) {
    const fault = unreadable(route, statusOf(error), departure.left() ? 'no answer' : 'could not be sent');
    return refused({ ...fault, ...limitOf(error) });
  }
}

/**
 * Orders a write, once: no retry by the client. `confirm` is asked right before the request leaves, after
 * the client's throttle and token; when it says no, nothing is sent and the fault is `refused` without a
 * status. What it throws is thrown on.
 */
export async function send(
  client: GitHubClient,
  route: `POST ${string}` | `PATCH ${string}` | `PUT ${string}`,
  place: Place,
  confirm: () => Promise<boolean> = async () => true,
): Promise<Result<Answer, HostFault>> {
  const parameters = parametersOf(place);
  if (parameters === null)
    return refused({ code: 'refused', status: null, what: `${route}: no repository of that name` });
  return write(client, route, parameters, confirm);
}

/** Orders a write as the App itself, once. */
export async function sendAsApp(
  client: GitHubClient,
  route: `POST /app/${string}`,
  order: Readonly<Record<string, unknown>>,
): Promise<Result<Answer, HostFault>> {
  return write(client, route, order, async () => true);
}

async function write(
  client: GitHubClient,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  confirm: () => Promise<boolean>,
): Promise<Result<Answer, HostFault>> {
  const departure = watch(client, confirm);
  const request = { retries: 0, fetch: departure.fetch };
  const inItsWay = (): Promise<Answer> =>
    client.request(route, { ...parameters, headers: { ...always }, request });
  try {
    const order = { route, parameters, headers: always, leaving: departure.leave };
    return ok(await orderDirectly(client.line, order, inItsWay));
  } catch (error) {
    departure.rethrow();
    if (!departure.left()) return refused({ code: 'refused', status: null, what: `${route}: not sent` });
    return refused(writeFault(route, error));
  }
}

/** Reads an answer's data. After a write that was answered unreadably, nobody knows what came of it. */
export function readData<Value>(
  answer: Result<Answer, HostFault>,
  reader: Reader<Value>,
  otherwise: 'unreadable' | 'ambiguous',
): Result<Value, HostFault> {
  if (!answer.ok) return answer;
  const data = readAnswer(reader, answer.value.data);
  if (data.ok) return data;
  const what = 'the answer does not read as GitHub describes it';
  return refused({ code: otherwise, status: answer.value.status, what });
}

export function unreadable(route: string, status: number | null, what: string): HostFault {
  return { code: 'unreadable', status, what: `${route}: ${status === null ? what : `answered ${status}`}` };
}

/**
 * Below 500 GitHub looked at the request and did not do it; that holds for its rate limits too (403, 429),
 * which come before any work. 408 may come from something between us that had passed the request on.
 */
function writeFault(route: string, error: unknown): HostFault {
  const status = statusOf(error);
  const certain = status !== null && status >= 400 && status < 500 && status !== 408;
  const what = status === null ? `${route}: no answer` : `${route}: answered ${status}`;
  const lacking: Pick<HostFault, 'refusal'> = lacksPermission(error) ? { refusal: 'permission_missing' } : {};
  return { code: certain ? 'refused' : 'ambiguous', status, what, ...limitOf(error), ...lacking };
}

/** Whether GitHub refused because the App itself was not given a permission, whatever people may do. */
function lacksPermission(error: unknown): boolean {
  const response = responseOf(error);
  if (statusOf(error) !== 403 || response === null || !('data' in response)) return false;
  const { data } = response;
  return (
    typeof data === 'object' &&
    data !== null &&
    'message' in data &&
    data.message === 'Resource not accessible by integration'
  );
}

/** When a request that met a rate limit may be sent again. */
function limitOf(error: unknown): Pick<HostFault, 'retryAfterMs'> {
  const retryAfterMs = limitedFor(statusOf(error), headersOf(error), Date.now());
  return retryAfterMs === null ? {} : { retryAfterMs };
}

/** Splits `owner/name`, and refuses whatever would lead a path elsewhere. */
export function repositoryParts(name: string): { readonly owner: string; readonly repo: string } | null {
  const match = /^([A-Za-z0-9_.-]{1,100})\/([A-Za-z0-9_.-]{1,100})$/.exec(name);
  const [, owner, repo] = match ?? [];
  if (owner === undefined || repo === undefined || isDots(owner) || isDots(repo)) return null;
  return { owner, repo };
}

function isDots(part: string): boolean {
  return part === '.' || part === '..';
}

function parametersOf({ repository, ...rest }: Place): Readonly<Record<string, unknown>> | null {
  const parts = repositoryParts(repository);
  return parts === null ? null : { ...parts, ...rest };
}

/** The status of an answer that the client threw; null where there was none (it says 500 then). */
function statusOf(error: unknown): number | null {
  const response = responseOf(error);
  return response !== null && 'status' in response && typeof response.status === 'number'
    ? response.status
    : null;
}

function headersOf(error: unknown): Readonly<Record<string, unknown>> {
  const response = responseOf(error);
  if (response === null || !('headers' in response)) return {};
  return typeof response.headers === 'object' && response.headers !== null ? { ...response.headers } : {};
}

function responseOf(error: unknown): object | null {
  if (!(error instanceof Error) || !('response' in error)) return null;
  return typeof error.response === 'object' ? error.response : null;
}
