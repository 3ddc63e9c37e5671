/** One request from its judgement to its answer, without the socket. */
import { createHash } from 'node:crypto';
import type { Json, JsonNode } from './description.ts';
import { isNode } from './description.ts';
import type { HookEvent } from './event.ts';
import { answerGraphql } from './graphql/answer.ts';
import type { Judge, Matched } from './judge.ts';
import type { Violation } from './log.ts';
import { type Actor, Refusal } from './rights.ts';
import type { Answer, Call, Routes } from './route.ts';
import type { State } from './state.ts';

/** A request whose sender is known. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly actor: Actor;
  readonly matched: Matched | null;
}

export interface Setting {
  readonly judge: Judge;
  readonly routes: Routes;
  readonly base: string;
  readonly now: number;
  readonly emit: (event: HookEvent) => void;
  readonly violation: (violation: Violation) => void;
  /** The fake's own answer broke the description. */
  readonly dishonest: (problem: string) => void;
}

const help = 'https://docs.github.com/rest';

/** The answer, and the change in the state where there is one. */
export function perform(state: State, asked: Asked, setting: Setting): Answer {
  const { method, path } = asked;
  const problem = (status: number, problems: readonly string[]): Answer => {
    setting.violation({ method, path, problems });
    const message = `Not as GitHub's description says: ${problems.join('; ')}`;
    return { status, body: { message, documentation_url: help, status: String(status) } };
  };
  let body: Json | undefined;
  try {
    body = asked.body === '' ? undefined : parse(asked.body);
  } catch {
    return problem(400, ['body: not JSON']);
  }
  if (path === '/graphql' && method === 'POST') {
    const call = toCall(state, asked, body, setting, {});
    return answerGraphql(call, (problems) => setting.violation({ method, path, problems }));
  }
  if (asked.matched === null) return problem(404, ['no such operation in our part of the description']);
  const { operation, params } = asked.matched;
  const problems = setting.judge.request(asked.matched, asked.query, body);
  if (problems.length > 0) return problem(422, problems);
  const route = setting.routes[`${operation.method} ${operation.route}`];
  if (route === undefined)
    throw new Error(`the fake GitHub has no route for ${operation.method} ${operation.route}`);
  const answer = attempt(route, toCall(state, asked, body, setting, params));
  const wrong =
    answer.text === undefined ? setting.judge.response(operation, answer.status, answer.body) : [];
  if (wrong.length > 0) {
    const text = `${method} ${path} → ${answer.status}: ${wrong.join('; ')}`;
    setting.dishonest(text);
    return { status: 500, body: { message: `The fake GitHub broke the description: ${text}` } };
  }
  return answer;
}

function parse(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

function toCall(
  state: State,
  asked: Asked,
  body: Json | undefined,
  setting: Setting,
  params: Readonly<Record<string, string>>,
): Call {
  return {
    state,
    method: asked.method,
    actor: asked.actor,
    params,
    query: asked.query,
    headers: { ...asked.headers, ':path': asked.path },
    body: isNode(body) || Array.isArray(body) ? body : {},
    now: setting.now,
    base: setting.base,
    emit: setting.emit,
  };
}

function attempt(route: (call: Call) => Answer, call: Call): Answer {
  try {
    return route(call);
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    throw error;
  }
}

export function refusalAnswer(refusal: Refusal): Answer {
  const { status, message, errors, headers } = refusal;
  const to = headers['location'];
  const told = { message, documentation_url: help, ...(to === undefined ? {} : { url: to }) };
  // The description of a 422 knows `errors` and no `status`.
  const more: JsonNode =
    errors === null ? { status: String(status) } : { errors: errors.map((one) => ({ ...one })) };
  const body: JsonNode = status === 422 && errors === null ? told : { ...told, ...more };
  return { status, headers, body };
}

/** The tag of an answer's exact text. */
export function entityTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('hex')}"`;
}
