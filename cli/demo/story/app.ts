import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { fromJson, numberAt, textAt } from '../json.ts';
import { startChild, type Child } from './child.ts';

/** The App as its own process: the emitted JavaScript that production runs. */
export interface RunningApp {
  readonly url: string;
  readonly hookUrl: string;
  readonly webhookSecret: string;
  readonly ledgerPath: string;
  readonly child: Child;
  /** Megabytes of resident memory, null where the system doesn't tell. */
  memory(): number | null;
}

/** Starts the App on loopback with fresh secrets and waits until it listens. `onStart` gets the process first. */
export async function startApp(order: {
  readonly entry: string;
  readonly github: EmulatedGitHub;
  /** Whose ID tokens the App listens to. */
  readonly issuer: string;
  readonly folder: string;
  readonly onStart: (child: Child) => void;
}): Promise<RunningApp> {
  const { github, issuer, folder } = order;
  const port = await freePort();
  const webhookSecret = randomBytes(32).toString('hex');
  const child = startChild({
    command: process.execPath,
    args: [order.entry],
    directory: folder,
    environment: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      NODE_ENV: 'production',
      APP_ID: String(github.app.id),
      PRIVATE_KEY: github.app.privateKey,
      WEBHOOK_SECRET: webhookSecret,
      COUNTERSIGN_OIDC_ISSUERS: issuer,
      COUNTERSIGN_DATA: folder,
      COUNTERSIGN_URL: `http://127.0.0.1:${port}`,
      // Towards GitHub itself the spacing stays on: it asks for a second between writes, and three between comments.
      COUNTERSIGN_SPACING: 'off',
      // A run of the emulator's ends within a second.
      COUNTERSIGN_FIRST_LOOK: '0.25',
      GITHUB_API_URL: github.url,
      GITHUB_SERVER_URL: github.url,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
  });
  order.onStart(child);
  const line = await child.line((one) => one.startsWith('{"listening":'));
  const url = textAt(fromJson(line), 'listening');
  return {
    url,
    hookUrl: `${url}/api/github/webhooks`,
    webhookSecret,
    ledgerPath: join(folder, 'ledger.sqlite'),
    child,
    memory: () => residentMegabytes(child.pid),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = numberAt(fromJson(JSON.stringify(probe.address())), 'port');
  probe.close();
  await once(probe, 'close');
  return port;
}

function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1000);
  } catch {
    return null;
  }
}
