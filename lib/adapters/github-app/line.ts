import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, RequestParameters } from './client.ts';
import type { Exchange, Received } from './connections.ts';
import { readJson } from './json.ts';
import type { InTurn } from './turns.ts';

/** A plain way to GitHub as one installation, or as the App: no queues, repeats or hooks, which cost more than the request itself. */
export interface Line {
  /**
   * Sends one request and answers with what came back, whatever its status. `leaving` is called right before
   * the request leaves, when its token is at hand; what it throws is thrown on, and nothing is sent. Rejects
   * also when no token is to be had, or no whole answer came.
   */
  send(
    route: string,
    parameters: RequestParameters,
    headers: Readonly<Record<string, string>>,
    leaving?: () => Promise<void>,
  ): Promise<Answer>;
  /** Lets a write go when it is its turn. */
  readonly inTurn: InTurn;
}

/** How a line comes to its token, asked for with each request. `renew`: the last one was refused. */
export type TokenSource = (order: { readonly renew: boolean }) => Promise<Token>;

export interface Token {
  /** As the header names it: `token …` of an installation, `bearer …` of the App itself. */
  readonly authorization: string;
  /** Whether it was made a moment ago: GitHub may not know it everywhere. */
  readonly isNew: boolean;
}

/** A new token that is not known yet is tried again after a second, so many times. */
const newTries = 3;
const newPauseMs = 1000;

/** An answer with a status that means no. Read like the client's own errors. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly response: Answer;

  constructor(response: Answer) {
    super(`answered ${response.status}`);
    this.response = response;
  }
}

const fixed = {
  accept: 'application/vnd.github.v3+json',
  'user-agent': 'countersign',
} as const;

/** Makes the line of one installation. */
export function createLine(exchange: Exchange, token: TokenSource, inTurn: InTurn): Line {
  let renew = false;
  return {
    inTurn,
    async send(route, parameters, headers, leaving) {
      const order = orderOf(route, parameters);
      const type =
        order.body === null || order.body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' };
      for (let tries = 1; ; tries += 1) {
        const { authorization, isNew } = await token({ renew });
        await leaving?.();
        const all = { ...fixed, authorization, ...type, ...headers };
        const received = await exchange({ ...order, headers: all });
        renew = received.status === 401 && !isNew;
        if (received.status !== 401 || !isNew || tries > newTries) return answerOf(received);
        await sleep(newPauseMs);
      }
    },
  };
}

/** Fills `{names}` of a route; what is left goes into the query, or into the body of what is no GET. */
function orderOf(
  route: string,
  parameters: RequestParameters,
): { readonly method: string; readonly path: string; readonly body: string | null } {
  const [method = '', template = ''] = route.split(' ');
  const rest = new Map(Object.entries(parameters));
  const path = template.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(textOf(value));
  });
  if (method !== 'GET')
    return { method, path, body: rest.size === 0 ? '' : JSON.stringify(Object.fromEntries(rest)) };
  const query = [...rest]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`);
  return { method, path: query.length === 0 ? path : `${path}?${query.join('&')}`, body: null };
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError('a route takes texts and numbers');
}

function answerOf(received: Received): Answer {
  const { status, text } = received;
  return {
    status,
    // Read where somebody asks: taking thirty headers apart costs as much as sending them.
    get headers() {
      return received.headers;
    },
    data: readJson(text),
  };
}
