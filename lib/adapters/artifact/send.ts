import { decodeUtf8 } from '../../core/export/base64.ts';
import { parseJson } from '../../core/json/parse.ts';
import type { JsonValue } from '../../core/json/value.ts';

/** One request as it is sent. */
export interface Order {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** For the whole answer, its body too. */
  readonly timeoutMs: number;
}

/** What came back. `body` is JSON null where the answer is none, or too long to be one of these. */
export interface Reply {
  readonly status: number;
  readonly body: JsonValue;
}

const maxAnswerBytes = 65_536;

/**
 * Sends one request, once, and follows no redirect. Null: there was no answer. Never rejects, so that nothing of
 * a request (it carries a token, or an address that is one) gets into a message.
 */
export async function send(
  { url, method, headers, body, timeoutMs }: Order,
  fetch: typeof globalThis.fetch,
  stop: AbortSignal,
): Promise<Reply | null> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { 'user-agent': 'countersign', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]),
    });
    return { status: answer.status, body: await readJson(answer) };
  } catch {
    return null;
  }
}

async function readJson(answer: Response): Promise<JsonValue> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop gives the connection up.
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) return null;
    chunks.push(chunk);
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  const read = text === null ? null : parseJson(text, { maxLength: maxAnswerBytes, maxDepth: 8 });
  return read?.ok === true ? read.value : null;
}
