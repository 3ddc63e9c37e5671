import type { Logger } from 'pino';
import type { GitHubClient } from '../lib/adapters/github-app/client.ts';
import { reading } from '../lib/adapters/github-app/reading.ts';
import { installationOf, installedAccounts } from '../lib/adapters/github-audit/installations.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { oidcTokens } from '../lib/adapters/seal/oidc-tokens.ts';
import type { Clock } from '../lib/core/port/clock.ts';
import { createInstalled } from '../lib/service/installed.ts';
import { createRates } from '../lib/service/rates.ts';
import type { SealPorts } from '../lib/service/seal.ts';
import { toLog } from './log.ts';
import type { SealDesk } from './seals.ts';
import type { Settings } from './settings.ts';

/** A job asks once or twice; all jobs of GitHub's own runners may come from a few addresses. */
const sourceRate = { turns: 60, everyMs: 1000 };

/** Thirty proposals at once, one a minute after that: more than people decide. */
const repositoryRate = { turns: 30, everyMs: 60_000 };

/** Puts together what seals are made from. */
export function createSealDesk(parts: {
  readonly settings: Pick<Settings, 'issuers' | 'proxies'>;
  readonly ledger: SealPorts['ledger'];
  /** GitHub, asked as the App itself. */
  readonly asApp: GitHubClient;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch: typeof globalThis.fetch;
}): SealDesk {
  const { settings, ledger, asApp, clock, logger, fetch } = parts;
  const client = reading(asApp);
  const installed = createInstalled(clock, {
    accounts: () => installedAccounts(client),
    repository: (name) => installationOf(client, name),
  });
  // Whoever seals first asks again where this did not come through.
  void installed.begin().catch(() => undefined);
  return {
    ports: {
      ledger,
      tokens: oidcTokens({ issuers: settings.issuers, clock, fetch }),
      codec: recordCodec,
      clock,
      log: toLog(logger),
      installed,
      rates: createRates(clock, repositoryRate),
    },
    sources: createRates(clock, sourceRate),
    proxies: settings.proxies,
  };
}
