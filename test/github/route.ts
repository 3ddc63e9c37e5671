/** What a route is given and what it answers. */
import { type Json, type JsonNode, isNode } from './description.ts';
import type { HookEvent } from './event.ts';
import { type Actor, type Need, Refusal, authorise } from './rights.ts';
import {
  type Issue,
  type Repository,
  type State,
  instant,
  repositoryByName,
  repositoryOnceNamed,
} from './state.ts';

export interface Call {
  readonly method: string;
  readonly state: State;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonNode | readonly Json[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** API base, without a slash at the end. */
  readonly base: string;
  /** Tells what happened, for the webhooks. */
  readonly emit: (event: HookEvent) => void;
}

export interface Answer {
  readonly status: number;
  readonly body?: Json;
  /** Instead of JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Route = (call: Call) => Answer;
export type Routes = Readonly<Record<string, Route>>;

/** The repository that the path names, when the actor may do this there. A former name leads on to it. */
export function repositoryFor(call: Call, need: Need): Repository {
  const [owner, name] = [call.params['owner'] ?? '', call.params['repo'] ?? ''];
  const repository = repositoryByName(call.state, owner, name);
  if (repository === undefined) {
    const moved = repositoryOnceNamed(call.state, owner, name);
    if (moved === undefined) throw new Refusal(404, 'Not Found');
    authorise(call.state, call.actor, moved, { permission: 'metadata', level: 'read' });
    const rest = (call.headers[':path'] ?? '')
      .split('/')
      .slice(4)
      .map((part) => `/${part}`);
    throw movedTo(call, `/repositories/${moved.id}${rest.join('')}`);
  }
  authorise(call.state, call.actor, repository, need);
  return repository;
}

/** GitHub leads reads on with 301; what writes must be sent again as it was, and so gets 307. */
function movedTo(call: Call, path: string): Refusal {
  const query = call.query.size === 0 ? '' : `?${call.query.toString()}`;
  return new Refusal(call.method === 'GET' ? 301 : 307, 'Moved Permanently', {
    headers: { location: `${call.base}${path}${query}` },
  });
}

/** The issue that the path names. Gone ones refuse with 410 or 301. */
export function issueFor(call: Call, repository: Repository): Issue {
  const issue = repository.issues.get(Number(call.params['issue_number']));
  if (issue === undefined) throw new Refusal(404, 'Not Found');
  if (issue.gone === null) return issue;
  if (issue.gone === 'deleted') throw new Refusal(410, 'This issue was deleted');
  const { repositoryId, number } = issue.gone;
  const rest = (call.headers[':path'] ?? '')
    .split('/')
    .slice(6)
    .map((part) => `/${part}`);
  throw movedTo(call, `/repositories/${repositoryId}/issues/${number}${rest.join('')}`);
}

export function nowText(call: Call): string {
  return instant(call.now);
}

export function member(call: Call, name: string): Json | undefined {
  return isNode(call.body) ? call.body[name] : undefined;
}

export function textMember(call: Call, name: string): string | undefined {
  const value = member(call, name);
  return typeof value === 'string' ? value : undefined;
}

/** One page, and the `Link` header that leads on. */
export function page<Row>(
  call: Call,
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly headers: Record<string, string> } {
  const size = Math.min(100, Math.max(1, Number(call.query.get('per_page') ?? 30)));
  const number = Math.max(1, Number(call.query.get('page') ?? 1));
  const last = Math.max(1, Math.ceil(rows.length / size));
  const link = (to: number, rel: string): string => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(to));
    return `<${call.base}${call.headers[':path'] ?? ''}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link(number - 1, 'prev')] : []),
    ...(number < last ? [link(number + 1, 'next'), link(last, 'last')] : []),
    ...(number > 1 ? [link(1, 'first')] : []),
  ];
  return {
    rows: rows.slice((number - 1) * size, number * size),
    headers: links.length === 0 ? {} : { link: links.join(', ') },
  };
}

/** GitHub's bounds count characters, not bytes and not UTF-16 units. */
export function characters(text: string): number {
  return Array.from(text).length;
}
