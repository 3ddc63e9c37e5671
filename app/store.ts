import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSqliteLedger } from '../lib/adapters/store/sqlite.ts';
import { inProcessWakes } from '../lib/adapters/wakes/in-process.ts';
import type { SharedWakes } from '../lib/adapters/wakes/pg-boss.ts';
import type { Clock } from '../lib/core/port/clock.ts';
import type { IssueRef, Ledger } from '../lib/core/port/ledger.ts';
import type { SealStore } from '../lib/core/port/seal-store.ts';
import type { Wakes } from '../lib/core/port/wakes.ts';
import type { Settings } from './settings.ts';

/** What the App works from: the ledger, and what hands out hints at it. */
export interface Store {
  readonly ledger: Ledger & SealStore;
  readonly wakes: Wakes;
  /** A delivery of this issue was just stored: it is to be worked on. */
  readonly stored: (ref: IssueRef) => Promise<void>;
  /** Name of this process among those that work on the same ledger. */
  readonly worker: string;
}

/** What is told of work and hints that failed. */
interface Reports {
  readonly failed: (ref: IssueRef, error: unknown) => void;
  readonly unreachable: (error: unknown) => void;
}

/**
 * Opens the ledger: a file that this process holds alone, or a PostgreSQL database that replicas share.
 * What only the second needs is loaded only then. Rejects when the ledger cannot be opened as it is.
 */
export async function openStore(settings: Settings, clock: Clock, reports: Reports): Promise<Store> {
  return settings.databaseUrl === null
    ? openEmbedded(settings.ledgerPath, clock, reports)
    : openShared(settings.databaseUrl, reports);
}

async function openEmbedded(path: string, clock: Clock, { failed }: Reports): Promise<Store> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const ledger = await openSqliteLedger(path);
  const wakes = inProcessWakes(clock, failed);
  return { ledger, wakes, stored: (ref) => wakes.hint(ref), worker: `pid-${process.pid}` };
}

async function openShared(url: string, reports: Reports): Promise<Store> {
  const { openPostgresLedger } = await import('../lib/adapters/store/postgres/ledger.ts');
  const { pgBossWakes } = await import('../lib/adapters/wakes/pg-boss.ts');
  let wakes: SharedWakes | null = null;
  const ledger = await openPostgresLedger({
    url,
    onReceive: async (session, ref) => wakes?.enqueue(session, ref),
  });
  try {
    const shared = await pgBossWakes({ url, ...reports });
    wakes = shared;
    // The hint was committed with the delivery: it only has to be looked for.
    const stored = async (): Promise<void> => shared.look();
    // Process numbers say little where every replica runs in a container of its own.
    return { ledger, wakes: shared, stored, worker: `replica-${randomBytes(4).toString('hex')}` };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}
