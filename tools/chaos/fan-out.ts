import { createServer, type IncomingMessage } from 'node:http';
import { post } from '../../test/github/post.ts';

/** A webhook address that hands each delivery to several Apps at the same time. */
export interface FanOut {
  readonly url: string;
  /** How many deliveries came, and how often one of the Apps did not take one. */
  readonly counts: { readonly deliveries: number; readonly failures: number };
  close(): Promise<void>;
}

/** Starts it on a free port. The sender hears the worst answer. */
export async function fanOut(targets: readonly string[]): Promise<FanOut> {
  const counts = { deliveries: 0, failures: 0 };
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
            ? [[name, value]]
            : [],
        ),
      );
      const answers = await Promise.all(targets.map((target) => post(target, headers, body)));
      const statuses = answers.map(({ status }) => (status === 0 ? 502 : status));
      counts.deliveries += 1;
      counts.failures += statuses.filter((status) => status >= 300).length;
      response.writeHead(Math.max(...statuses)).end();
    });
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
  return {
    url,
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}
