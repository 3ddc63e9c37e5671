import { join } from 'node:path';
import type { LedgerSource, LedgerTarget } from '../lib/core/port/ledger-archive.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a command writes. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Where the ledger is: a PostgreSQL database, or a file. */
type Place = { readonly url: string } | { readonly path: string };

/** The ledger that the App's settings name. */
export function ledgerPlace(environment: Environment): Place {
  const url = environment['DATABASE_URL']?.trim() ?? '';
  if (url !== '') return { url };
  return { path: join(environment['COUNTERSIGN_DATA']?.trim() || 'data', 'ledger.sqlite') };
}

/** Opens the ledger to be read as a whole. Rejects when there is none, or not of this version. */
export async function openSource(place: Place): Promise<LedgerSource> {
  if ('url' in place) {
    const { openPostgresSource } = await import('../lib/adapters/store/postgres/archive.ts');
    return openPostgresSource(place.url);
  }
  const { openSqliteSource } = await import('../lib/adapters/store/archive.ts');
  return openSqliteSource(place.path);
}

/** Opens the ledger to be filled. */
export async function openTarget(place: Place): Promise<LedgerTarget> {
  if ('url' in place) {
    const { openPostgresTarget } = await import('../lib/adapters/store/postgres/archive.ts');
    return openPostgresTarget(place.url);
  }
  const { openSqliteTarget } = await import('../lib/adapters/store/archive.ts');
  return openSqliteTarget(place.path);
}

/** Does something with a store. What goes wrong is told in one line, and ends with exit code 1. */
export async function explain(output: Output, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    output.err(`countersign: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
