import type { JsonValue } from '../../../lib/core/json/value.ts';
import { fromJson } from '../json.ts';

export interface UpstreamAnswer {
  readonly status: number;
  /** Null where the answer has no JSON. */
  readonly body: JsonValue;
  readonly link: string | null;
}

/** The emulator itself, behind the layer. */
export interface Upstream {
  send(request: {
    readonly method: string;
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: Buffer | null;
  }): Promise<UpstreamAnswer>;
  /** Reads for the layer's own answers. Null where the emulator has nothing there. */
  read(path: string): Promise<JsonValue | null>;
}

/** The same emulator for one question: what was read is not read again. */
export function readOnce(emulator: Upstream): Upstream {
  const known = new Map<string, Promise<JsonValue | null>>();
  return {
    send: async (request) => emulator.send(request),
    async read(path) {
      const read = known.get(path) ?? emulator.read(path);
      known.set(path, read);
      return read;
    },
  };
}

/** `own` is a token of the layer's own, so that its reads have a rate limit of their own. */
export function upstream(base: string, own: string): Upstream {
  const send: Upstream['send'] = async ({ method, path, authorization, body }) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body: body === null ? null : new Uint8Array(body),
    });
    const text = await answer.text();
    const json = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
    return { status: answer.status, body: json ? fromJson(text) : null, link: answer.headers.get('link') };
  };
  return {
    send,
    async read(path) {
      const answer = await send({ method: 'GET', path, authorization: `Bearer ${own}`, body: null });
      return answer.status === 200 ? answer.body : null;
    },
  };
}
