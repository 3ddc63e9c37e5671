/** The App as it runs, on the strict fake GitHub: one world, one proposal, and what people do to it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../app/log.ts';
import { readSettings, type Settings } from '../../app/settings.ts';
import { startApp, type RunningApp } from '../../app/start.ts';
import { systemClock } from '../../lib/adapters/clock/system.ts';
import { openPostgresLedger } from '../../lib/adapters/store/postgres/ledger.ts';
import { readSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { Clock } from '../../lib/core/port/clock.ts';
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import type { EventType } from '../../lib/core/run/event.ts';
import { startFakeGitHub, type FakeGitHub } from '../github/fake.ts';
import type { HostKind } from '../github/state.ts';
import type { ActionsRunView, Permissions, World } from '../github/world.ts';
import { readManifest } from '../support/manifest.ts';
import type { Twist } from '../support/proposal.ts';
import { makePage, openPage } from '../support/sealed-proposal.ts';

export const repository = 'acme/payments';

/** The App's request that makes the ticket, and the one by which it looks whether that is there. */
export const makesTicket = {
  method: 'POST',
  route: '/repos/{owner}/{repo}/issues',
  actor: 'countersign[bot]',
};
export const listsTickets = {
  method: 'GET',
  route: '/repos/{owner}/{repo}/issues',
  actor: 'countersign[bot]',
};

export interface House {
  readonly github: FakeGitHub;
  readonly world: World;
  readonly app: RunningApp;
  /** Numeric id of one of the people, as a decimal string. */
  idOf(login: string): string;
  readonly installation: number;
  /** Changes what the organisation lets the App do. It counts from the App's next token on, as on GitHub. */
  permit(more: Permissions): void;
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
 * The App is registered as `app.yml` says. Teams, a policy, commits, buttons and moves are made through `world`:
 * `world.team({ team: 'acme/sre', members: ['kim'] })`, `world.commit({ repository, path, text })`,
 * `world.as('kim').press(repository, checkRunId, 'approve')`, `world.as('ana').transferIssue(…)`.
 * `environment` holds settings of the App beside the usual ones; `optional` what the organisation gives it beside
 * `app.yml`: `{ members: 'read' }` shows it the teams; `host` which kind of GitHub it is;
 * `clock` both sides' time, where a test decides it.
 */
export async function startHouse(
  environment: Readonly<Record<string, string>> = {},
  optional: Permissions = {},
  host: HostKind = 'github',
  clock: Clock = systemClock,
): Promise<House> {
  const github = await startFakeGitHub({ host, now: () => clock.now() });
  const manifest = readManifest();
  const permissions = { ...manifest.permissions, ...optional };
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
    permissions,
    events: manifest.events,
    webhookSecret,
  });
  const installation = world.install({ app: 'countersign', account: 'acme' });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const settings = readSettings({
    APP_ID: String(registered.id),
    PRIVATE_KEY: registered.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    COUNTERSIGN_SEAL_KEYS: sealKey,
    COUNTERSIGN_DATA: folder,
    COUNTERSIGN_SPACING: 'off',
    GITHUB_SERVER_URL: github.webUrl,
    // An Enterprise Server's one address leads to its API; the fake stands in for the others'.
    ...(host === 'server' ? {} : { GITHUB_API_URL: github.url }),
    PORT: '0',
    LOG_LEVEL: process.env['SCENARIO_LOG'] ?? 'silent',
    ...environment,
  });
  if (!settings.ok) throw new Error(settings.fault.map(({ name, what }) => `${name} ${what}`).join('; '));
  const logger = createLogger(settings.value.logLevel);
  const start = async (): Promise<RunningApp> => {
    const app = await startApp(settings.value, logger, clock);
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
    installation,
    permit: (more) => world.permit({ installation, permissions: { ...permissions, ...more } }),
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
  const { actor: login = 'dana', triggeringActor = login, forge, ...rest } = how;
  const person = (who: string): { readonly login: string; readonly id: string } => ({
    login: who,
    id: house.idOf(who),
  });
  const made = await makePage(house.github, {
    sealKey,
    ...rest,
    repository,
    actor: person(login),
    triggeringActor: person(triggeringActor),
  });
  const number = await openPage(house.github, repository, { ...made, ...forge?.(made) });
  await house.settled();
  return { ...made, number };
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
