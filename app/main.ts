import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { appHosts } from '../lib/adapters/github-app/app-hosts.ts';
import { effectAdapters } from '../lib/adapters/github-app/effects.ts';
import { systemClock } from '../lib/adapters/clock/system.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { hmacVerifier } from '../lib/adapters/seal/hmac.ts';
import { loadSigner } from '../lib/adapters/signing/signer.ts';
import { openSqliteLedger } from '../lib/adapters/store/sqlite.ts';
import type { AppPorts } from '../lib/service/app-ports.ts';
import { createLogger, faultFields, toLog } from './log.ts';
import { connect, createProbot } from './probot.ts';
import { createAppServer } from './server.ts';
import { readSettings } from './settings.ts';
import { createWork } from './work.ts';

/** How often the ledger is asked for what no hint told of: expiries, and what stopped half way. */
const sweepMs = 15_000;

/** Starts the App. Answers with the exit code when it can't start; otherwise it runs until it is told to stop. */
async function main(): Promise<number | null> {
  const read = readSettings(process.env);
  if (!read.ok) {
    process.stderr.write('Countersign does not start. These settings need a look:\n');
    for (const { name, what } of read.fault) process.stderr.write(`  ${name} ${what}\n`);
    return 1;
  }
  const settings = read.value;
  const logger = createLogger(settings.logLevel);
  await mkdir(dirname(settings.ledgerPath), { recursive: true, mode: 0o700 });
  const ledger = await openSqliteLedger(settings.ledgerPath);
  const signer = loadSigner(settings.signingKeyPath);
  if (signer.created)
    logger.warn({ path: settings.signingKeyPath }, 'signing_key.created: keep a copy of it');
  const probot = await createProbot(settings, logger);
  const github = { authenticate: (id: string) => probot.auth(Number(id)), appId: settings.appId };
  const ports: AppPorts = {
    ledger,
    hosts: appHosts(github),
    effects: effectAdapters(github),
    seals: hmacVerifier(settings.sealKeys),
    signer: signer.signer,
    codec: recordCodec,
    clock: systemClock,
    log: toLog(logger),
    host: settings.hostUrl,
    docsUrl: `${settings.publicUrl}/refusals`,
    worker: `pid-${process.pid}`,
  };
  const work = createWork(ports, await connect(probot, () => ports));
  const door = { secrets: settings.webhookSecrets, ledger, now: () => ports.clock.now() };
  const server = createAppServer({ door, signer: signer.signer, logger, wake: work.wake });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const timer = setInterval(() => void work.sweep(), sweepMs);
  await work.sweep();
  process.stdout.write(`${JSON.stringify({ listening: addressOf(server.address()) })}\n`);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'app.stopping');
    clearInterval(timer);
    server.close();
    server.closeAllConnections();
    // What is under way is finished; what is not taken up stays in the ledger. The limit is a hang guard.
    const limit = setTimeout(() => process.exit(0), 9000);
    void work.drain().then(async () => {
      await ledger.close();
      clearTimeout(limit);
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return null;
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return address ?? '';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

try {
  const code = await main();
  if (code !== null) process.exitCode = code;
} catch (error) {
  process.stderr.write(`Countersign does not start: ${String(faultFields(error)['what'])}\n`);
  process.exit(1);
}
