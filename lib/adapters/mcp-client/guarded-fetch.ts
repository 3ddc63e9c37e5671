import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIPv6, type LookupFunction } from 'node:net';
import { Readable, Transform } from 'node:stream';

/** Where a server was found, and how much of it is read. */
export interface GuardedPlace {
  readonly url: URL;
  /** The one address that is connected to, whatever the name leads to by then. */
  readonly address: string;
  readonly maxBytes: number;
  /** Certificates that are trusted besides the system's; for tests. */
  readonly trusted: readonly string[];
}

/** A `fetch` for one server, and what went wrong with it. */
export interface GuardedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** In our own words; null while nothing did. */
  lost(): string | null;
  isForgotten(): boolean;
  close(): void;
}

/** A response's status that stands for one without a body. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * The platform's `fetch` follows redirects, asks for names anew, unpacks what is packed and has no bound.
 * This one does none of it: one origin, one address, plain bytes, and no more of them than allowed. It knows
 * no proxy either: nothing that an environment says sends a token elsewhere.
 */
export function guardedFetch({ url, address, maxBytes, trusted }: GuardedPlace): GuardedFetch {
  let lost: string | null = null;
  let isForgotten = false;
  const family = isIPv6(address) ? 6 : 4;
  const lookup: LookupFunction = (_name, { all }, done) => {
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 8,
    lookup,
    ...(trusted.length === 0 ? {} : { ca: [...trusted] }),
  });
  const fail = (what: string): Error => {
    lost ??= what;
    return new Error(what);
  };

  function receive(response: IncomingMessage, hadSession: boolean): Response {
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400 && status !== 304) {
      response.destroy();
      throw fail('answered with a redirect, which is not followed');
    }
    if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
      response.destroy();
      throw fail('sent a packed answer, which was not asked for');
    }
    if (status === 404 && hadSession) isForgotten = true;
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes <= maxBytes) return done(null, chunk);
        response.destroy();
        return done(fail(`sent a response of more than ${maxBytes} bytes`));
      },
    });
    // A body that breaks off ends the reading of it, not the process.
    counted.on('error', () => undefined);
    response.on('error', (error) => counted.destroy(error));
    response.on('aborted', () => counted.destroy(new Error('the response broke off')));
    counted.on('close', () => response.destroy());
    response.pipe(counted);
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    if (bodiless.has(status)) {
      response.resume();
      return new Response(null, { status, headers });
    }
    // Node's own web stream is the one that `Response` takes; the two declarations of it differ.
    return new Response(Readable.toWeb(counted) as ReadableStream<Uint8Array>, { status, headers });
  }

  return {
    lost: () => lost,
    isForgotten: () => isForgotten,
    close: () => agent.destroy(),
    fetch: (to, init = {}) =>
      new Promise((resolve, reject) => {
        const target = new URL(to);
        if (target.origin !== url.origin) {
          reject(fail('wanted to be asked at another address'));
          return;
        }
        const headers = Object.fromEntries(new Headers(init.headers));
        const sent = request(
          target,
          {
            method: init.method ?? 'GET',
            headers: { ...headers, 'accept-encoding': 'identity' },
            agent,
            ...(init.signal === null || init.signal === undefined ? {} : { signal: init.signal }),
          },
          (response) => {
            try {
              resolve(receive(response, 'mcp-session-id' in headers));
            } catch (error) {
              reject(error instanceof Error ? error : new Error('no error object'));
            }
          },
        );
        sent.on('error', (error) => reject(lost === null ? error : new Error(lost)));
        sent.end(typeof init.body === 'string' ? init.body : undefined);
      }),
  };
}
