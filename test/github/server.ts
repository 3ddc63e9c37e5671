import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type Faults, type Met, type Seen } from './faults.ts';
import { identify } from './identity.ts';
import type { Judge } from './judge.ts';
import type { LoggedRequest, Violation } from './log.ts';
import type { HookEvent } from './event.ts';
import { type Asked, entityTag, perform, refusalAnswer } from './perform.ts';
import type { Replica } from './replica.ts';
import { type Actor, Refusal, actorName } from './rights.ts';
import type { Answer, Routes } from './route.ts';
import { type State, fullName } from './state.ts';

export interface Parts {
  readonly state: State;
  readonly judge: Judge;
  readonly routes: Routes;
  readonly faults: Faults;
  readonly replica: Replica;
  readonly now: () => number;
  readonly base: () => string;
  readonly emit: (event: HookEvent) => void;
  readonly violation: (violation: Violation) => void;
  readonly dishonest: (problem: string) => void;
  readonly log: (request: LoggedRequest) => void;
}

/** GitHub's own cap on a request body is not stated; nothing of ours comes near this. */
const maxBodyBytes = 8 * 1024 * 1024;
const creating = /\/(?:issues|comments|check-runs)$/;

export function createGitHubServer(parts: Parts): Server {
  return createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      parts.dishonest(error instanceof Error ? (error.stack ?? error.message) : 'unknown');
      response.destroy();
    });
  });
}

async function serve(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  const url = new URL(request.url ?? '/', 'http://fake.invalid');
  const method = request.method ?? 'GET';
  const headers = plainHeaders(request);
  const { actor, refusal } = sender(parts, headers);
  const path = namedPath(parts.state, withoutPrefix(parts.state, url.pathname));
  const matched = parts.judge.find(method, path);
  const route = path === '/graphql' ? path : (matched?.operation.route ?? '');
  const seen: Seen = {
    method,
    path: `${url.pathname}${url.search}`,
    route,
    actor: actorName(parts.state, actor),
    body,
  };
  const met = parts.faults.meet(seen);
  const asked: Asked = { method, path, query: url.searchParams, headers, body, actor, matched };
  const answer: Decided = refusal === null ? answerTo(parts, asked, met) : refusalAnswer(refusal);
  const lost = met?.plan.mode === 'lost-answer' || met?.plan.mode === 'unreachable';
  parts.log({
    ...seen,
    status: lost ? 0 : answer.status,
    creates: answer.applied === true && answer.made === 201 && method === 'POST' && creating.test(path),
  });
  if (met?.plan.mode === 'hold') await met.released;
  if (lost) {
    request.socket.destroy();
    return;
  }
  send(parts, response, method, headers, answer);
}

/** A GitHub Enterprise Server has nothing of its API elsewhere than below `/api/v3`, and at `/api/graphql`. */
function withoutPrefix({ host }: State, path: string): string {
  if (host !== 'server') return path;
  if (path === '/api/graphql') return '/graphql';
  return path.startsWith('/api/v3/') && path !== '/api/v3/graphql'
    ? path.slice('/api/v3'.length)
    : `/nowhere${path}`;
}

/** `/repositories/{id}/…` is the repository of that id, whatever its name is now. */
function namedPath(state: State, path: string): string {
  const [, id, rest = ''] = /^\/repositories\/([0-9]+)(\/.*)?$/.exec(path) ?? [];
  const repository = id === undefined ? undefined : state.repositories.get(Number(id));
  return repository === undefined ? path : `/repos/${fullName(state, repository)}${rest}`;
}

interface Decided extends Answer {
  /** Whether the request took effect, and the status that it really had. */
  readonly applied?: boolean;
  readonly made?: number;
}

function answerTo(parts: Parts, asked: Asked, met: Met | null): Decided {
  const plan = met?.plan;
  if (plan?.mode === 'unreachable') return { status: 0 };
  const instead = plan?.mode === 'status' ? faultAnswer(plan) : null;
  if (instead !== null && plan?.applied !== true) return instead;
  const now = parts.now();
  const reads = asked.method === 'GET' || asked.path === '/graphql';
  if (!reads) parts.replica.keep(parts.state, now, parts.faults.longestLagMs());
  const behind = plan?.mode === 'lag' && reads;
  const state = behind ? parts.replica.asOf(parts.state, now - (plan.lagMs ?? 0)) : parts.state;
  const answer = perform(state, asked, { ...parts, base: parts.base(), now });
  return { ...(instead ?? answer), applied: answer.status < 400, made: answer.status };
}

function faultAnswer(plan: Met['plan']): Answer {
  const status = plan.status ?? 502;
  const body = {
    message: plan.message ?? `The fake GitHub was told to answer ${status}`,
    status: String(status),
  };
  return { status, body, headers: plan.headers ?? {} };
}

function sender(
  parts: Parts,
  headers: Readonly<Record<string, string>>,
): { readonly actor: Actor; readonly refusal: Refusal | null } {
  const actor: Actor = { kind: 'anonymous' };
  if ((headers['user-agent'] ?? '') === '')
    return {
      actor,
      refusal: new Refusal(403, 'Request forbidden by administrative rules: no User-Agent header'),
    };
  const version = headers['x-github-api-version'];
  // A GitHub Enterprise Server before 3.21 knows the first alone.
  const versions = parts.state.host === 'server' ? ['2022-11-28'] : ['2022-11-28', '2026-03-10'];
  if (version !== undefined && !versions.includes(version))
    return { actor, refusal: new Refusal(400, `X-GitHub-Api-Version: ${version} is not supported`) };
  try {
    return { actor: identify(parts.state, headers['authorization'], parts.now()), refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return { actor, refusal: error };
    throw error;
  }
}

function send(
  parts: Parts,
  response: ServerResponse,
  method: string,
  headers: Readonly<Record<string, string>>,
  answer: Answer,
): void {
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  const now = parts.now();
  response.sendDate = false;
  response.setHeader('date', new Date(now).toUTCString());
  response.setHeader('x-ratelimit-limit', '5000');
  response.setHeader('x-ratelimit-remaining', '4999');
  response.setHeader('x-ratelimit-used', '1');
  response.setHeader('x-ratelimit-reset', String(Math.ceil(now / 1_000) + 3_600));
  response.setHeader('x-ratelimit-resource', 'core');
  response.setHeader('x-github-media-type', 'github.v3; format=json');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (method === 'GET' && answer.status === 200) {
    const tag = entityTag(text);
    response.setHeader('etag', tag);
    if (headers['if-none-match'] === tag) {
      response.writeHead(304).end();
      return;
    }
  }
  if (text !== '')
    response.setHeader(
      'content-type',
      answer.text === undefined
        ? 'application/json; charset=utf-8'
        : 'application/vnd.github.raw+json; charset=utf-8',
    );
  response.writeHead(answer.status).end(text);
}

function plainHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer: Buffer = chunk;
    bytes += buffer.length;
    if (bytes > maxBodyBytes) throw new Error('a request to the fake GitHub is too large');
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
