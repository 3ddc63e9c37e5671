import { isDigest } from '../core/json/digest.ts';
import { renderExport } from '../core/export/render.ts';
import type { Ledger, StoredRun } from '../core/port/ledger.ts';
import type { Signer } from '../core/port/signer.ts';

/** What exporting needs: a ledger to read, the App's key, and the App's id at GitHub. */
export interface ExportPorts {
  readonly ledger: Pick<Ledger, 'byRun' | 'byHash'>;
  readonly signer: Pick<Signer, 'keyId' | 'jwks' | 'signPayload'>;
  readonly appId: string;
}

/** A run as a file that verifies without network, and the run it is of. */
export interface ExportedRun {
  readonly stored: StoredRun;
  readonly text: string;
}

/** Exports the run of an id or of a whole hash; null where the ledger has none. Reads only. */
export async function exportRun(ports: ExportPorts, runOrHash: string): Promise<ExportedRun | null> {
  const { ledger } = ports;
  const stored = isDigest(runOrHash)
    ? await ledger.byHash({ hash: runOrHash })
    : await ledger.byRun({ run: runOrHash });
  if (stored === null) return null;
  const { record, entries } = stored;
  return { stored, text: renderExport({ record, entries, appId: ports.appId }, ports.signer) };
}
