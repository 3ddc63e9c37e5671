import { renderExport } from '../core/export/render.ts';
import { isTerminal } from '../core/run/state.ts';
import type { AppPorts } from './app-ports.ts';
import type { LiveRun } from './live-run.ts';

/**
 * Keeps the export of a run that ended and was told, in the durable place, and notes it in the ledger; again
 * when an entry came behind it. A crash before the note writes the same file once more. A place that is full
 * or gone takes nothing from the run: the ledger says what is missing, and the sweep comes back to it.
 */
export async function keepExport(ports: AppPorts, live: LiveRun): Promise<LiveRun> {
  const { run, stored, read } = live;
  const count = stored.entries.length;
  if (ports.exports === undefined || !isTerminal(run.state)) return live;
  // On an issue that is gone, nothing is left to tell.
  if (!run.told && !run.issueLost) return live;
  if (stored.published < count || stored.exported >= count) return live;
  const { record, entries, repositoryId } = stored;
  const text = renderExport({ record, read, entries, appId: ports.exports.appId }, ports.signer);
  const kept = await ports.exports.keep({ repositoryId, run: stored.run, hash: read.hash, text });
  if (!kept.ok) {
    const { code, what } = kept.fault;
    ports.log.warn('export.not_kept', { run: stored.run, code, what });
    return live;
  }
  await ports.ledger.markExported({ run: stored.run, count });
  return { ...live, stored: { ...stored, exported: count } };
}
