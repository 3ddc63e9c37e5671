/** The App as it runs, on the strict fake GitHub: one world, one proposal, and what people do to it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../app/log.ts';
import { readSettings, type Settings } from '../../app/settings.ts';
import { startApp, type RunningApp } from '../../app/start.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { hmacSealer } from '../../lib/adapters/seal/hmac.ts';
import { openPostgresLedger } from '../../lib/adapters/store/postgres/ledger.ts';
import { readSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import { composeBody } from '../../lib/core/proposal/body.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import { runIdOf, type RepositoryRef } from '../../lib/core/proposal/proposal.ts';
import { render } from '../../lib/core/proposal/render.ts';
import { writeRecord } from '../../lib/core/proposal/write.ts';
import type { EventType } from '../../lib/core/run/event.ts';
import { startFakeGitHub, type FakeGitHub } from '../github/fake.ts';
import type { ActionsRunView, World } from '../github/world.ts';
import { buildRecord, type Twist } from '../support/proposal.ts';

export const repository = 'acme/payments';
const workflow = '.github/workflows/countersign.yml';

export interface House {
  readonly github: FakeGitHub;
  readonly world: World;
  readonly app: RunningApp;
  /** Numeric id of one of the people, as a decimal string. */
  idOf(login: string): string;
  /** The ledger as it stands, read as another process would. */
  run(hash: string): Promise<StoredRun | null>;
  /** What the App was started with. */
  readonly settings: Settings;
  /** Stops the App, changes nothing but what is given to do, and starts it again on the same ledger. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  /** Waits until every delivery was answered and nothing is left to do. */
  settled(): Promise<void>;
}

/** What was opened: the issue, its hash, and the bytes. */
export interface Opened {
  readonly number: number;
  readonly hash: string;
  readonly title: string;
  readonly body: string;
  readonly actionsRun: ActionsRunView;
}

const sealKey = randomBytes(32).toString('hex');

/**
 * Starts GitHub and the App, with dana (write, starts runs), kim and ana (maintain), bo (read) and lu (none).
 * `environment` holds settings of the App beside the usual ones.
 */
export async function startHouse(environment: Readonly<Record<string, string>> = {}): Promise<House> {
  const github = await startFakeGitHub();
  const { world } = github;
  const ids = new Map(
    ['dana', 'kim', 'ana', 'bo', 'lu'].map((login) => [login, String(world.user({ login }).id)]),
  );
  world.repository({ fullName: repository, visibility: 'public' });
  world.grant({ repository, login: 'dana', role: 'write' });
  world.grant({ repository, login: 'kim', role: 'maintain' });
  world.grant({ repository, login: 'ana', role: 'admin' });
  world.grant({ repository, login: 'bo', role: 'read' });
  const webhookSecret = randomBytes(32).toString('hex');
  const registered = world.app({
    slug: 'countersign',
    permissions: { metadata: 'read', issues: 'write', checks: 'write', contents: 'read', actions: 'read' },
    events: ['issues', 'issue_comment'],
    webhookSecret,
  });
  world.install({ app: 'countersign', account: 'acme' });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const settings = readSettings({
    APP_ID: String(registered.id),
    PRIVATE_KEY: registered.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    COUNTERSIGN_SEAL_KEYS: sealKey,
    COUNTERSIGN_DATA: folder,
    COUNTERSIGN_SPACING: 'off',
    GITHUB_API_URL: github.url,
    GITHUB_SERVER_URL: 'https://github.com',
    PORT: '0',
    LOG_LEVEL: process.env['SCENARIO_LOG'] ?? 'silent',
    ...environment,
  });
  if (!settings.ok) throw new Error(settings.fault.map(({ name, what }) => `${name} ${what}`).join('; '));
  const logger = createLogger(settings.value.logLevel);
  const start = async (): Promise<RunningApp> => {
    const app = await startApp(settings.value, logger);
    world.listen('countersign', `${app.url}/api/github/webhooks`);
    return app;
  };
  let app = await start();
  const house: House = {
    github,
    world,
    get app() {
      return app;
    },
    idOf: (login) => ids.get(login) ?? '',
    run: async (hash) => {
      const { databaseUrl: url, ledgerPath } = settings.value;
      const reader = await (url === null ? readSqliteLedger(ledgerPath) : openPostgresLedger({ url }));
      try {
        return await reader.byHash({ hash });
      } finally {
        await reader.close();
      }
    },
    settings: settings.value,
    restart: async (meanwhile) => {
      await app.stop();
      await meanwhile?.();
      app = await start();
    },
    settled: async () => {
      // What the App does is delivered to it again, and a redelivery that it asked for comes a little later.
      for (let round = 0; round < 3; round += 1) {
        await github.hooks.idle();
        await app.idle();
      }
    },
  };
  onTestFinished(async () => {
    await app.stop();
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return house;
}

/** What a test may change about how a proposal comes in. */
export interface ProposeTwist {
  readonly twist?: Twist;
  readonly sealKey?: string | null;
  readonly actor?: string;
  readonly triggeringActor?: string;
  readonly event?: string;
  /** Changes title and body after they were sealed. */
  readonly forge?: (page: { readonly title: string; readonly body: string }) => {
    readonly title: string;
    readonly body: string;
  };
  readonly actionsRun?: ActionsRunView;
}

/** Opens a sealed proposal as the runner does: with the job's own token, on its own Actions run. */
export async function propose(house: House, how: ProposeTwist = {}): Promise<Opened> {
  const { world, github } = house;
  const actor = how.actor ?? 'dana';
  const triggeringActor = how.triggeringActor ?? actor;
  const actionsRun =
    how.actionsRun ??
    world.actionsRun({
      repository,
      path: workflow,
      actor,
      triggeringActor,
      event: how.event ?? 'workflow_dispatch',
    });
  const at = world.repositoryNow(repository);
  const place: RepositoryRef = { id: String(at.id), ownerId: String(at.ownerId), name: repository };
  const idOf = (login: string): string => house.idOf(login);
  const now = Math.floor(Date.now() / 1000) * 1000;
  const record = buildRecord({
    ...how.twist,
    proposal: {
      nonce: randomBytes(16).toString('hex'),
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 3_600_000).toISOString(),
      repository: place,
      origin: {
        actions: {
          runId: String(actionsRun.id),
          attempt: actionsRun.attempt,
          workflowRef: `${repository}/${workflow}@refs/heads/main`,
          sha: actionsRun.sha,
          event: actionsRun.event,
          actor: idOf(actor),
          triggeringActor: idOf(triggeringActor),
        },
      },
      ...how.twist?.proposal,
    },
    started: {
      actor: { id: idOf(actor), login: actor },
      triggeringActor: { id: idOf(triggeringActor), login: triggeringActor },
      ...how.twist?.started,
    },
  });
  const text = writeRecord(record);
  const parsed = parseRecord(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.code} ${parsed.fault.detail}`);
  const { title, visible } = render(parsed.value);
  const subject = {
    hash: parsed.value.hash,
    record: digestText(text),
    repositoryId: place.id,
    run: runIdOf(parsed.value.proposal),
  };
  const key = how.sealKey === undefined ? sealKey : how.sealKey;
  const seal = key === null ? null : await hmacSealer(Buffer.from(key, 'utf8')).seal(subject);
  const line = seal !== null && seal.ok ? seal.value : null;
  const sealed = {
    title,
    body: composeBody({ visible, packedRecord: recordCodec.encode(text), seal: line }),
  };
  const page = how.forge?.(sealed) ?? sealed;
  const token = world.jobToken({
    repository,
    permissions: { issues: 'write', contents: 'read', actions: 'read' },
  });
  const answer = await fetch(`${github.url}/repos/${repository}/issues`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'user-agent': 'job' },
    body: JSON.stringify({ ...page, labels: ['countersign'] }),
  });
  if (answer.status !== 201) throw new Error(`issue: ${answer.status} ${await answer.text()}`);
  const issue: unknown = await answer.json();
  const number = typeof issue === 'object' && issue !== null && 'number' in issue ? Number(issue.number) : 0;
  await house.settled();
  return { number, hash: parsed.value.hash, ...sealed, actionsRun };
}

/** The types of a run's events, in order. */
export function typesOf(run: StoredRun | null): readonly EventType[] {
  return run?.entries.map(({ type }) => type) ?? [];
}

/** The issues that the App's action made: everything that is no proposal. */
export function tickets(house: House): number {
  return house.world.issues(repository).filter(({ title }) => !title.startsWith('Countersign: ')).length;
}

/** What the App said on an issue, oldest first. */
export function answers(house: House, number: number): readonly string[] {
  return house.world
    .comments(repository, number)
    .filter(({ author }) => author === 'countersign[bot]')
    .map(({ body }) => body);
}
