import type { Entry } from '../core/audit/entry.ts';
import type { Digest } from '../core/json/digest.ts';
import { renderReplacement, type Other } from '../core/publication/replacement.ts';
import { lastOf } from '../core/publication/view.ts';
import type { AppPorts } from './app-ports.ts';
import { readLiveRun, type AppendFault, type LiveRun } from './live-run.ts';
import { markerLine, published, tell, viewOf, type TellHints } from './publication.ts';

/** Tells on the newer proposal's issue what it replaced. */
export async function tellReplacement(
  ports: AppPorts,
  live: LiveRun,
  entry: Extract<Entry, { type: 'run.replaces' }>,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const { older: hash, issue } = entry.data;
  const older = await otherOf(ports, hash, issue);
  if (older === null) throw new Error(`publish: the proposal of issue #${issue} is not in the ledger`);
  const marker = markerLine(entry.digest);
  const body = renderReplacement({ ...viewOf(ports, live), older, marker });
  const fresh = entry.seq >= hints.freshFrom;
  const comment = await tell(ports, live, { body, marker, since: entry.at, fresh });
  return published(ports, live, 'answer', comment, [entry.digest]);
}

/** The proposal that replaced this one; null where none did, or where the ledger no longer holds it. */
export async function newerOf(ports: AppPorts, live: LiveRun): Promise<Other | null> {
  const superseded = lastOf(viewOf(ports, live), 'run.superseded');
  return superseded === null ? null : otherOf(ports, superseded.data.by, superseded.data.issue);
}

async function otherOf(ports: AppPorts, hash: Digest, issue: number): Promise<Other | null> {
  const stored = await ports.ledger.byHash({ hash });
  return stored === null ? null : { hash, issue, proposal: readLiveRun(stored).read.proposal };
}
