import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A JSON-RPC message as far as the hostile servers look at it. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly cursor?: string; readonly _meta?: { readonly progressToken?: number } };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Writes bytes to stdout as they are, past every buffer. */
export function raw(bytes: string | Uint8Array): void {
  let rest = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : Buffer.from(bytes);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // A full pipe of a reader that takes its time.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

export function send(message: object): void {
  raw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** The token under which the caller of a tool wants to hear of progress. */
export function progressTokenOf({ params }: Message): number | undefined {
  return params?.['_meta']?.progressToken;
}

/** Calls the handler with every message that comes in. */
export function listen(handle: (message: Message) => void): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    handle(message);
  });
}

/** A tool that only reads, by its own word. */
export const honest = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};

export function text(value: string): object {
  return { content: [{ type: 'text', text: value }] };
}
