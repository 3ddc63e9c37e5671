/** What the scenarios speak is plain HTTP on this machine, and our client takes HTTPS alone: this stands between. */
import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { certificateFor } from '../support/certificate.ts';

export interface Front {
  readonly url: string;
  /** Whom a client must trust to get as far as the server. */
  readonly cert: string;
  close(): void;
}

/** Ends TLS before the server of that address and passes bytes on as they are, on a free port. */
export async function startFront(plain: string): Promise<Front> {
  const { hostname, port, pathname } = new URL(plain);
  const { key, cert } = certificateFor(hostname);
  const sockets = new Set<Socket>();
  const server = createServer({ key, cert }, (near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `https://${hostname}:${address.port}${pathname === '/' ? '' : pathname}`,
    cert,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
