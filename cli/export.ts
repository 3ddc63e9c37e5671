import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSigner } from '../lib/adapters/signing/signer.ts';
import { StoreFault } from '../lib/adapters/store/fault.ts';
import { readSqliteLedger } from '../lib/adapters/store/sqlite.ts';
import type { Ledger } from '../lib/core/port/ledger.ts';
import { exportRun, type ExportedRun } from '../lib/service/export-run.ts';
import { ledgerPlace, type Environment, type Output } from './store.ts';

/** What `countersign export` was told. */
export interface ExportOrder {
  /** A run's id, or a proposal's whole hash. */
  readonly run: string;
  /** File to write, or null for stdout. An existing file stays as it is. */
  readonly out: string | null;
  readonly environment: Environment;
}

/** The command can't be followed, in words for whoever typed it. */
class Misuse extends Error {
  override readonly name = 'Misuse';
}

/**
 * Exports one run from the App's ledger, which may be running beside, signed with the App's own key.
 * Answers with the exit code: 0, 1 where there is no such run or no ledger, 2 for what can't be followed.
 */
export async function exportCommand(order: ExportOrder, { out, err }: Output): Promise<number> {
  try {
    const { found, keyId } = await read(order);
    if (found === null) {
      err(`countersign: the ledger has no run ${order.run}: give a run’s id, or all 64 digits of a hash\n`);
      return 1;
    }
    const { stored, text } = found;
    if (order.out === null) out(text);
    else await write(order.out, text);
    const file = order.out ?? '<file>';
    err(
      `Run ${stored.run}, ${stored.entries.length} entries, signed by ${keyId}.\nNext: countersign verify ${file} --key=${keyId}\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof Misuse) {
      err(`countersign: ${error.message}\n`);
      return 2;
    }
    if (!(error instanceof StoreFault)) throw error;
    err(`countersign: ${error.message}\n`);
    return 1;
  }
}

async function read({ run, environment }: ExportOrder): Promise<{
  readonly found: ExportedRun | null;
  readonly keyId: string;
}> {
  const setting = (name: string): string => environment[name]?.trim() ?? '';
  const appId = setting('APP_ID');
  if (!/^[1-9][0-9]{0,19}$/.test(appId)) throw new Misuse('set APP_ID, as the App has it');
  const data = setting('COUNTERSIGN_DATA') || 'data';
  const keyPath = join(data, 'signing-key.pem');
  // A key that is made here would be nobody's: what it signs would not verify.
  if (!existsSync(keyPath))
    throw new Misuse(`there is no signing key at ${keyPath}: set COUNTERSIGN_DATA, as the App has it`);
  const { signer } = loadSigner(keyPath);
  const ledger = await openReader(environment);
  try {
    return { found: await exportRun({ ledger, signer, appId }, run), keyId: signer.keyId };
  } finally {
    await ledger.close();
  }
}

/** The App may be working on it: a file is opened for reading only, a database is only asked. */
async function openReader(environment: Environment): Promise<Pick<Ledger, 'byRun' | 'byHash' | 'close'>> {
  const place = ledgerPlace(environment);
  if ('path' in place) return readSqliteLedger(place.path);
  const { openPostgresLedger } = await import('../lib/adapters/store/postgres/ledger.ts');
  return openPostgresLedger({ url: place.url });
}

async function write(path: string, text: string): Promise<void> {
  try {
    // The record holds evidence, which may be private; and nothing that is there is overwritten.
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new Misuse(exists ? `${path} is there already` : `${path} can’t be written`);
  }
}
