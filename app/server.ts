import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { IssueRef } from '../lib/core/port/ledger.ts';
import type { Signer } from '../lib/core/port/signer.ts';
import { takeDelivery, type Door } from './door.ts';
import { faultFields } from './log.ts';
import { refusalsPage } from './refusals-page.ts';
import { sealsPath, type SealAnswer } from './seals.ts';

/**
 * Where webhooks are posted to.
 *
 * @public app.yml is compared with it.
 */
export const webhookPath = '/api/github/webhooks';
const jwksPath = '/.well-known/countersign/jwks.json';

/** What the App's server is made of. */
export interface AppServer {
  readonly door: Door;
  /** Answers what is asked under the path of seals. */
  readonly seals: (request: IncomingMessage, path: string) => Promise<SealAnswer>;
  readonly signer: Signer;
  readonly logger: Logger;
  /** New work was stored. */
  readonly wake: (ref: IssueRef) => void;
  /** Aborted when nothing new is taken any more. */
  readonly stopping: AbortSignal;
}

/** The App's HTTP server: the webhook door, the seals, the public keys, what the codes mean, and whether it is alive. */
export function createAppServer(app: AppServer): Server {
  const server = createServer((request, response) => {
    void respond(app, request, response).catch((error: unknown) => {
      app.logger.error(faultFields(error), 'request.failed');
      // The delivery was not stored: 5xx lets it be found among the failed ones and asked for again.
      if (!response.headersSent) send(response, 500, 'text/plain', 'Not stored. Deliver it again.\n');
    });
  });
  // A client that trickles its request must not hold a connection for longer than GitHub would.
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  return server;
}

async function respond(app: AppServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  if (app.stopping.aborted) {
    // GitHub shows the delivery as failed, and whoever runs next asks for it again.
    request.resume();
    response.setHeader('connection', 'close');
    return send(response, 503, 'text/plain', 'Countersign is stopping. Deliver it again.\n');
  }
  if (path === webhookPath) {
    const answer = await takeDelivery(app.door, request);
    // What was not read to its end is not read at all: the connection is given up with the answer.
    if (answer.status === 413) response.setHeader('connection', 'close');
    send(response, answer.status, 'text/plain', `${answer.text}\n`);
    if (answer.stored !== null) app.wake(answer.stored);
    return;
  }
  if (path === sealsPath || path.startsWith(`${sealsPath}/`)) {
    const { status, body, retryAfter, isCut } = await app.seals(request, path);
    if (retryAfter !== null) response.setHeader('retry-after', String(retryAfter));
    if (isCut) response.setHeader('connection', 'close');
    return send(response, status, 'application/json', JSON.stringify(body));
  }
  if (request.method !== 'GET') return send(response, 405, 'text/plain', 'Only webhooks are posted here.\n');
  switch (path) {
    case '/':
    case '/healthz':
      return send(response, 200, 'text/plain', 'Countersign is listening.\n');
    case jwksPath:
      return send(response, 200, 'application/jwk-set+json', JSON.stringify(app.signer.jwks()));
    case '/refusals':
      return send(response, 200, 'text/html', refusalsPage());
    default:
      return send(response, 404, 'text/plain', 'There is nothing here.\n');
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
  });
  response.end(body);
}
