import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import { systemClock } from '../lib/adapters/clock/system.ts';
import { exportFolder } from '../lib/adapters/export-folder/export-folder.ts';
import {
  installationIds,
  installationOf,
  installedRepositories,
} from '../lib/adapters/github-audit/installations.ts';
import { proposalIssues } from '../lib/adapters/github-audit/proposals.ts';
import { publishedRuns } from '../lib/adapters/github-audit/published-runs.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { hmacVerifier } from '../lib/adapters/seal/hmac.ts';
import { loadSigner } from '../lib/adapters/signing/signer.ts';
import { openSqliteLedger } from '../lib/adapters/store/sqlite.ts';
import type { Ledger } from '../lib/core/port/ledger.ts';
import type { HostFault } from '../lib/core/port/runner-host.ts';
import type { Result } from '../lib/core/result.ts';
import { beginRebuild, type RebuildPorts } from '../lib/service/rebuild.ts';
import { attestedSeals } from '../lib/service/seal-verdict.ts';
import { rebuildRepository, type RebuildLine, type RebuildPlace } from '../lib/service/rebuild-repository.ts';
import { createProbot } from './probot.ts';
import type { Settings } from './settings.ts';

/**
 * Rebuilds the ledger from GitHub and the durable exports, for the repositories given or for all that the App
 * is installed on. The App must not run meanwhile. Rejects where it cannot begin: the ledger is held, GitHub
 * does not know the App, or the signing key is not there, without which nothing verifies.
 */
export async function rebuildLedger(
  settings: Settings,
  logger: Logger,
  repositories: readonly string[],
  report: (line: RebuildLine) => void,
): Promise<void> {
  if (!existsSync(settings.signingKeyPath))
    throw new Error(
      'the signing key is not in the data folder: put it back, only what it signed is put back',
    );
  const { signer } = loadSigner(settings.signingKeyPath);
  const probot = await createProbot(settings, logger, globalThis.fetch);
  const ledger = await openLedger(settings);
  try {
    const ports: RebuildPorts = {
      ledger,
      seals: attestedSeals(hmacVerifier(settings.sealKeys)),
      signer,
      codec: recordCodec,
      clock: systemClock,
      exports: exportFolder(settings.exportsPath, settings.appId),
    };
    const places =
      repositories.length === 0 ? await allPlaces(probot) : await namedPlaces(probot, repositories);
    await beginRebuild(ports);
    for (const place of places) await rebuildRepository(ports, place, report);
  } finally {
    await ledger.close();
  }
}

/** The ledger alone, without what hands out hints: nothing is worked on meanwhile. */
async function openLedger({ databaseUrl, ledgerPath }: Settings): Promise<Ledger> {
  if (databaseUrl !== null) {
    const { openPostgresLedger } = await import('../lib/adapters/store/postgres/ledger.ts');
    return openPostgresLedger({ url: databaseUrl });
  }
  await mkdir(dirname(ledgerPath), { recursive: true, mode: 0o700 });
  return openSqliteLedger(ledgerPath);
}

async function allPlaces(probot: Probot): Promise<readonly RebuildPlace[]> {
  const installations = value('the App’s installations', await installationIds(await probot.auth()));
  const places: RebuildPlace[] = [];
  for (const installation of installations) {
    const client = await probot.auth(Number(installation));
    const repositories = value('its repositories', await installedRepositories(client));
    places.push(...repositories.map(({ name }) => placeOf(client, installation, name)));
  }
  return places;
}

async function namedPlaces(probot: Probot, names: readonly string[]): Promise<readonly RebuildPlace[]> {
  const app = await probot.auth();
  const places: RebuildPlace[] = [];
  for (const name of names) {
    const installation = value(`an installation on ${name}`, await installationOf(app, name));
    places.push(placeOf(await probot.auth(Number(installation)), installation, name));
  }
  return places;
}

function placeOf(
  client: Awaited<ReturnType<Probot['auth']>>,
  installation: string,
  repository: string,
): RebuildPlace {
  return {
    installation,
    repository,
    issues: () => proposalIssues(client, repository),
    reader: publishedRuns(client, recordCodec),
  };
}

function value<Value>(what: string, answer: Result<Value, HostFault>): Value {
  if (answer.ok) return answer.value;
  throw new Error(`GitHub does not tell ${what}: ${answer.fault.status ?? 'no answer'}`);
}
