import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Child } from './child.ts';
import { lineReader } from './lines.ts';

/** What a transport saw besides messages, and why it was given up. */
export interface Wire {
  readonly transport: Transport;
  noiseLines(): number;
  /** In our own words; null while it works. */
  lost(): string | null;
}

/** A server that asks and asks and never reads its answers must not fill our memory with them. */
const maxUnreadBytes = 4_194_304;

/**
 * Our own stdio transport for the SDK's client: the SDK's hands its child's whole life to the SDK, gives
 * it variables that nobody named, and can lose the process when it closes. This one only carries lines.
 */
export function stdioWire(child: Child, maxMessageBytes: number): Wire {
  let noise = 0;
  let isOver = false;
  let lost: string | null = null;
  const lines = lineReader(maxMessageBytes);
  const transport: Transport = {
    start: () => {
      child.process.stdout.on('data', (chunk: Buffer) => {
        if (isOver) return;
        const whole = lines.push(chunk);
        if (whole === null) return end(`sent a message of more than ${maxMessageBytes} bytes`);
        for (const line of whole) receive(line);
        return undefined;
      });
      void child.ended.then(async (what) => {
        // What it wrote before it ended may still be on the way; a child of its own may keep the pipe open for ever.
        await drained(child);
        end(what);
      });
      return Promise.resolve();
    },
    send: (message) => {
      const { stdin } = child.process;
      if (stdin.writableLength > maxUnreadBytes) end('does not read what it is sent');
      else if (stdin.writable) stdin.write(`${JSON.stringify(message)}\n`);
      return Promise.resolve();
    },
    close: () => {
      // The client itself ends it, and then says why.
      end(null);
      return Promise.resolve();
    },
  };

  function receive(line: string): void {
    if (line.trim() === '') return;
    const message = readMessage(line);
    if (message === null) noise += 1;
    else deliver(message);
  }

  function deliver(message: JSONRPCMessage): void {
    try {
      transport.onmessage?.(message);
    } catch {
      // A message that the client chokes on is noise; thrown here it would end the whole process.
      noise += 1;
    }
  }

  function end(what: string | null): void {
    if (isOver) return;
    isOver = true;
    lost = what;
    transport.onclose?.();
  }

  return { transport, noiseLines: () => noise, lost: () => lost };
}

function readMessage(line: string): JSONRPCMessage | null {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

/** The client checks the rest of a message's shape when it takes it; here only noise is told apart. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}

function drained({ process: { stdout } }: Child): Promise<void> {
  if (stdout.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 250);
    stdout.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
