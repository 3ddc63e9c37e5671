import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** A server that passes everything on to another one, each request so many milliseconds later. */
export interface FarAway {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function farAway(target: string, latencyMs: number): Promise<FarAway> {
  const agent = new Agent({ keepAlive: true });
  const pass = (asked: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { method, url, headers } = asked;
    const onward = request(`${target}${url ?? '/'}`, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  };
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => setTimeout(pass, latencyMs, asked, response, Buffer.concat(chunks)));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
