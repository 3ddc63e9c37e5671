import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { graphqlBase } from '../../core/host/host.ts';

/** A request as it goes over the line. */
export interface Order {
  readonly method: string;
  /** Path and query, behind the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back, whatever its status. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends one order and reads its answer to the end. Rejects when there was none in time, or not all of it. */
export type Exchange = (order: Order) => Promise<Received>;

/** GitHub ends a request by itself after 10 s. One that takes twice as long will not be answered. */
export const timeoutMs = 20_000;

/** A connection is not used again after so long: GitHub may be about to close it, and a write would be lost in it. */
const idleMs = 4000;

/** A page of 100 issues with the longest bodies has 26 MB. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Connections to one server that are kept open between requests. A request over them costs a third of the
 * processor time of one through `fetch`. Redirects are answers like any other. `ended` gives up what is awaited.
 */
export function keptConnections(baseUrl: string, ended: AbortSignal): Exchange {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  const kept = { keepAlive: true, timeout: idleMs };
  const agent = secure ? new SecureAgent(kept) : new PlainAgent(kept);
  const prefix = base.pathname.replace(/\/$/, '');
  const graphqlPrefix = graphqlBase(prefix);
  ended.addEventListener('abort', () => agent.destroy(), { once: true });
  const place = {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    agent,
  };
  const ask = secure ? secureRequest : plainRequest;
  return async ({ method, path, headers, body }) => {
    ended.throwIfAborted();
    const lines = ['host', base.host];
    for (const [name, value] of Object.entries(headers)) lines.push(name, value);
    if (body !== null) lines.push('content-length', String(Buffer.byteLength(body)));
    const at = path === '/graphql' ? graphqlPrefix : prefix;
    const options = { ...place, method, path: `${at}${path}`, headers: lines };
    return new Promise<Received>((resolve, reject) => {
      const sent = ask(options, (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxBytes) sent.destroy(new Error('the answer is too long'));
        });
        answer.once('error', reject);
        answer.once('end', () => {
          const [first] = chunks;
          const whole = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
          resolve({
            status: answer.statusCode ?? 0,
            get headers() {
              return answer.headers;
            },
            text: whole.toString('utf8'),
          });
        });
      });
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), timeoutMs);
      sent.once('error', reject);
      sent.once('close', () => clearTimeout(timer));
      sent.end(body ?? undefined);
    });
  };
}
