import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock } from '../lib/adapters/clock/system.ts';
import { exportFolder } from '../lib/adapters/export-folder/export-folder.ts';
import { appHosts } from '../lib/adapters/github-app/app-hosts.ts';
import type { Answer, GitHubClient } from '../lib/adapters/github-app/client.ts';
import { keptConnections } from '../lib/adapters/github-app/connections.ts';
import { deliveries } from '../lib/adapters/github-app/deliveries.ts';
import { effectAdapters } from '../lib/adapters/github-app/effects.ts';
import { appClient, installationClients } from '../lib/adapters/github-app/installation-clients.ts';
import { reading } from '../lib/adapters/github-app/reading.ts';
import { installationOf } from '../lib/adapters/github-audit/installations.ts';
import { policies } from '../lib/adapters/policy/policies.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { hmacVerifier } from '../lib/adapters/seal/hmac.ts';
import { loadSigner } from '../lib/adapters/signing/signer.ts';
import { readYaml } from '../lib/adapters/yaml/read-yaml.ts';
import type { Clock } from '../lib/core/port/clock.ts';
import type { IssueRef } from '../lib/core/port/ledger.ts';
import { NotNow } from '../lib/core/port/wakes.ts';
import type { AppPorts } from '../lib/service/app-ports.ts';
import { keptSeals } from '../lib/service/seal-verdict.ts';
import { createStrangers } from '../lib/service/strangers.ts';
import { faultFields, toLog } from './log.ts';
import { requireOneKey } from './one-key.ts';
import { connect, createProbot } from './probot.ts';
import { createSealDesk } from './seal-desk.ts';
import { answerSeals, type SealAnswer } from './seals.ts';
import { createAppServer } from './server.ts';
import type { Settings } from './settings.ts';
import { createStopping, endingPorts } from './stopping.ts';
import { openStore } from './store.ts';
import { startSweeps } from './sweeps.ts';

/** The App does not wait longer for its name. */
const slugMs = 10_000;

/** The App as it runs. */
export interface RunningApp {
  /** Where it listens, `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Looks at once for everything that is unsettled, due or untold, for failed deliveries and missed comments. */
  sweep(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /**
   * Refuses webhooks, so that GitHub shows them as failed and they can be asked for again; lets the steps
   * under way end, for at most 7 s; closes the ledger. What is not taken up stays in it.
   */
  stop(): Promise<void>;
}

/** Starts the App: ledger, signing key, Probot, the work that was left over, the server. Rejects when one of them can't. */
export async function startApp(
  settings: Settings,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<RunningApp> {
  const stopping = createStopping();
  const { ledger, wakes, stored, worker } = await openStore(settings, clock, {
    failed: ({ issue }, error) => {
      if (stopping.begun.aborted) logger.info({ issue, ...faultFields(error) }, 'work.left');
      else if (!(error instanceof NotNow)) logger.warn({ issue, ...faultFields(error) }, 'work.failed');
      else if (error.retryAfterMs !== null)
        logger.warn({ issue, retryAfterMs: error.retryAfterMs, ...faultFields(error) }, 'work.postponed');
    },
    unreachable: (error) => {
      logger.warn(faultFields(error), 'hints.unreachable');
    },
  });
  const { signer, created, path } = loadSigner(settings.signingKeyPath);
  await requireOneKey(ledger, signer.keyId);
  if (created) logger.warn({ path }, 'signing_key.created: keep a copy of it');
  const probot = await createProbot(settings, logger, stopping.fetch);
  const plainly = {
    exchange: keptConnections(settings.apiUrl, stopping.cut),
    spacing: settings.spacing,
    now: () => clock.now(),
  };
  const asApp = appClient(plainly, await probot.auth());
  const slug = await readSlug(asApp, logger);
  const github = {
    authenticate: installationClients({
      ...plainly,
      authenticate: async (id) => probot.auth(Number(id)),
    }),
    appId: settings.appId,
    ...(slug === null ? {} : { slug }),
  };
  const whole: AppPorts = {
    ledger,
    hosts: appHosts(github),
    effects: effectAdapters(github),
    installations: { repository: (name) => installationOf(reading(asApp), name) },
    policies: policies(readYaml),
    seals: keptSeals(ledger, hmacVerifier(settings.sealKeys)),
    signer,
    codec: recordCodec,
    clock,
    log: toLog(logger),
    strangers: createStrangers(clock),
    wakes,
    exports: exportFolder(settings.exportsPath, settings.appId),
    host: settings.hostUrl,
    docsUrl: `${settings.publicUrl}/refusals`,
    worker,
  };
  const later: AppPorts['later'] = (ref, afterMs) =>
    void clock
      .sleep(afterMs, stopping.begun)
      .then(() => (stopping.begun.aborted ? undefined : hintSafely(ref)));
  const ports = endingPorts({ ...whole, later, firstLookMs: settings.firstLookMs }, stopping.begun);
  const deliver = await connect(probot, ports);
  // What decides, acts and tells is loaded with the first issue to work on: an App at rest needs none of it.
  await wakes.start(async (ref) => {
    const { workOn } = await import('../lib/service/work.ts');
    return workOn(ports, deliver, ref);
  });
  const hintSafely = async (ref: IssueRef): Promise<void> =>
    stored(ref).catch((error: unknown) => {
      logger.warn(faultFields(error), 'hint.failed');
    });
  const door = {
    secrets: settings.webhookSecrets,
    appId: settings.appId,
    ledger,
    now: () => clock.now(),
  };
  const wake = (ref: IssueRef): void => void hintSafely(ref);
  const desk = createSealDesk({ settings, ledger, asApp, clock, logger, fetch: stopping.fetch });
  const seals = async (request: IncomingMessage, asked: string): Promise<SealAnswer> =>
    answerSeals(desk, request, asked);
  const server = createAppServer({ door, seals, signer, logger, wake, stopping: stopping.begun });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const log = deliveries(async () => asApp);
  const sweeps = startSweeps(ports, log, logger, stopping.begun);
  return {
    url: addressOf(server.address()),
    sweep: () => sweeps.now(),
    idle: async () => {
      await sweeps.idle();
      await wakes.idle();
    },
    stop: async () => {
      sweeps.stop();
      await stopping.begin(() => Promise.all([wakes.stop(), sweeps.idle()]));
      server.close();
      server.closeAllConnections();
      await ledger.close();
    },
  };
}

/**
 * The App's slug, by which its own issues and comments are told where GitHub names no App on them. The
 * App starts without it when GitHub cannot be asked: then less is recognised, and nothing is done twice.
 */
async function readSlug({ line }: GitHubClient, logger: Logger): Promise<string | null> {
  try {
    if (line === undefined) throw new TypeError('the App asks by its own line');
    const ask = (): Promise<Answer> => line.send('GET /app', {}, {});
    const late = sleep(slugMs, null, { ref: false });
    const answer = await Promise.race([ask().catch(ask), late]);
    if (answer?.status !== 200) throw new Error(`GET /app: ${answer?.status ?? 'no answer in time'}`);
    const { data } = answer;
    const slug = typeof data === 'object' && data !== null && 'slug' in data ? data.slug : null;
    return typeof slug === 'string' ? slug : null;
  } catch (error) {
    logger.warn(faultFields(error), 'app.unread: check APP_ID, PRIVATE_KEY and GITHUB_API_URL');
    return null;
  }
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return address ?? '';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
