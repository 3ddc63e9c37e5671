import type { Logger } from 'pino';
import { Probot, type ApplicationFunction } from 'probot';
import type { JsonValue } from '../lib/core/json/value.ts';
import type { EpochMs } from '../lib/core/time/instant.ts';
import type { Delivery } from '../lib/core/port/ledger.ts';
import { readIncoming, type Incoming } from '../lib/core/webhook/incoming.ts';
import { signedDelivery } from '../lib/core/webhook/found.ts';
import type { AppPorts } from '../lib/service/app-ports.ts';
import type { handleIncoming as HandleIncoming } from '../lib/service/handle-incoming.ts';
import type { Handled } from '../lib/service/handled.ts';
import { probotOctokit } from '../lib/adapters/github-app/octokit.ts';
import type { Settings } from './settings.ts';
import type { Deliver } from '../lib/service/work.ts';

/**
 * The webhook events that have a handler.
 *
 * @public app.yml is compared with it: it subscribes to these and no others.
 */
export const handledEvents: readonly ['issues', 'issue_comment', 'check_run', 'push'] = [
  'issues',
  'issue_comment',
  'check_run',
  'push',
];

/** A Probot of our settings. Its own server, webhook door and `.env` are not used. */
export async function createProbot(
  settings: Settings,
  logger: Logger,
  fetch: typeof globalThis.fetch,
): Promise<Probot> {
  const [secret = ''] = settings.webhookSecrets;
  const probot = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret,
    baseUrl: settings.apiUrl,
    // At its lower levels Probot logs whole events and requests.
    log: logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'warn' }),
    request: { fetch },
    Octokit: probotOctokit({ spacing: settings.spacing }),
  });
  await probot.ready();
  return probot;
}

/**
 * Registers the handlers and answers with the way into them. Probot's errors carry whole events and go to
 * its log, so nothing is thrown inside a handler: what came of a delivery is kept beside it.
 */
export async function connect(probot: Probot, ports: AppPorts): Promise<Deliver> {
  // Probot hands on what GitHub sends, and nothing else: when the door received it is kept beside it.
  const receivedAt = new Map<string, EpochMs>();
  const results = new Map<string, Promise<Handled>>();
  const application: ApplicationFunction = (app) => {
    app.on([...handledEvents], async (context) => {
      // Probot types the payload by event; ours is read strictly from plain JSON, which it is.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const payload = context.payload as unknown as JsonValue;
      const incoming = incomingOf({ name: context.name }, payload);
      const handled: Promise<Handled> =
        incoming === null
          ? Promise.resolve({ outcome: 'done', what: 'unreadable' })
          : handle(ports, incoming, {
              delivery: signedDelivery(context.id),
              receivedAt: receivedAt.get(context.id) ?? ports.clock.now(),
            });
      results.set(context.id, handled);
      await handled.catch(() => undefined);
    });
  };
  await probot.load(application, { cwd: process.cwd(), addHandler: () => undefined });
  return async (delivery: Delivery) => {
    const payload: JsonValue = JSON.parse(delivery.payload);
    // The stored name is one of those that the door lets in; Probot wants its own union of names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const event = { id: delivery.id, name: delivery.name, payload } as unknown as Parameters<
      Probot['receive']
    >[0];
    receivedAt.set(delivery.id, delivery.receivedAt);
    await probot.receive(event);
    receivedAt.delete(delivery.id);
    const handled = results.get(delivery.id);
    results.delete(delivery.id);
    return handled ?? { outcome: 'done', what: 'no handler' };
  };
}

/** Handles what came, by handlers that are loaded with the first of it. */
async function handle(...given: Parameters<typeof HandleIncoming>): Promise<Handled> {
  const { handleIncoming } = await import('../lib/service/handle-incoming.ts');
  return handleIncoming(...given);
}

/** Reads a stored delivery again. It was read once at the door; `null` means that this version reads it otherwise. */
function incomingOf(delivery: Pick<Delivery, 'name'>, payload: JsonValue): Incoming | null {
  const incoming = readIncoming(delivery.name, payload);
  return typeof incoming === 'string' ? null : incoming;
}
