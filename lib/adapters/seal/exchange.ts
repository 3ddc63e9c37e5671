import { decodeUtf8 } from '../../core/export/base64.ts';
import { parseJson, type JsonBounds } from '../../core/json/parse.ts';
import type { JsonValue } from '../../core/json/value.ts';

/** One request as it is sent. */
export interface Order {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole answer, its body too. */
  readonly timeoutMs: number;
  /** The largest answer that is read, after it was decompressed. */
  readonly maxBytes: number;
}

/** An answer, read as a whole. */
export interface Reply {
  readonly status: number;
  /** Seconds that the answer asks to wait for; null where it names none. */
  readonly retryAfter: number | null;
  readonly bytes: Uint8Array;
}

/**
 * Sends one request, once, and follows no redirect. Null: there was no answer that counts, because the other
 * side was not reached or too slow, sent us elsewhere, or went on beyond the bound. Never rejects, so that
 * nothing of a request (it may carry a token) gets into a message.
 */
export async function exchange(order: Order, fetch: typeof globalThis.fetch): Promise<Reply | null> {
  const { url, method, headers, body, timeoutMs, maxBytes } = order;
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'countersign', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    const bytes = await readUpTo(answer, maxBytes);
    if (bytes === null) return null;
    const wait = answer.headers.get('retry-after') ?? '';
    return { status: answer.status, retryAfter: /^\d{1,4}$/.test(wait) ? Number(wait) : null, bytes };
  } catch {
    return null;
  }
}

/** The JSON that an answer holds, read strictly; JSON `null` where it holds none, or there was no answer. */
export function jsonOf(reply: Reply | null, bounds: JsonBounds): JsonValue {
  const text = reply === null ? null : decodeUtf8(reply.bytes);
  const parsed = text === null ? null : parseJson(text, bounds);
  return parsed?.ok === true ? parsed.value : null;
}

async function readUpTo(answer: Response, maxBytes: number): Promise<Uint8Array | null> {
  if (answer.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop gives the connection up.
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
