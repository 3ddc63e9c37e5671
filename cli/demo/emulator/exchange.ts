import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { isJsonObject } from '../../../lib/core/json/value.ts';
import { fromJson } from '../json.ts';
import type { Caller } from './callers.ts';

/** GitHub sends no larger delivery and takes no larger body than this. */
const maxBytes = 25 * 1024 * 1024;

/** One request to the layer, read as a whole. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly caller: Caller;
}

/** What is sent back. `body` null stands for an answer without one. */
export interface Answer {
  readonly status: number;
  readonly body: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads a body up to 25 MB; rejects beyond. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new RangeError('the body is over 25 MB');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** The request's body as an object, empty where it is none. */
export function bodyOf(exchange: Pick<Exchange, 'body'>): JsonObject {
  if (exchange.body.length === 0) return {};
  try {
    const value = fromJson(exchange.body.toString('utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** An answer in GitHub's words for a fault. */
export function fault(status: number, message: string): Answer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: `${status}` },
  };
}

/** Sends an answer. Node's server adds `Date`, which the runner takes its time from. */
export function send(response: ServerResponse, answer: Answer): void {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.body === null) {
    response.end();
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(answer.body));
}
