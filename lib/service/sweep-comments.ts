import type { OpenRepository } from '../core/port/ledger.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { inLanes } from './in-lanes.ts';
import { loadRun, type LiveRun } from './live-run.ts';
import { scanRepository } from './sweep-repository.ts';
import { readSeen, type Seen } from './sweep-seen.ts';

/**
 * At most so many repositories of one installation in one pass, the longest unseen first. With a pass
 * every five minutes that is at most 1,200 of the 5,000 requests that GitHub grants an hour, or a few more
 * where a list is long. R repositories are each looked at within R / 100 passes, rounded up.
 */
const maxRepositories = 100;

/** Installations looked at side by side, so that one that hangs does not delay the rest. */
const lanes = 8;

/** Expiring runs of one repository cause a look no more often than this. */
const againMs = 15_000;

const page = 500;

/**
 * One pass over the repositories with open runs: comments that read as a command, and that no webhook
 * brought, go into the inbox as if one had. They count only unedited: `decideComment` reads that of
 * whatever came without a signed delivery. Rejects only when the ledger fails.
 */
export async function sweepComments(ports: AppPorts): Promise<void> {
  const installations = new Map<string, { readonly where: OpenRepository; readonly at: EpochMs }[]>();
  for (let after: string | null = null; ;) {
    const found: readonly OpenRepository[] = await ports.ledger.openRepositories({ after, limit: page });
    for (const where of found) {
      const seen = await readSeen(ports, where.repositoryId);
      const repositories = installations.get(where.installation) ?? [];
      repositories.push({ where, at: seen?.at ?? 0 });
      installations.set(where.installation, repositories);
    }
    const last = found.at(-1);
    if (found.length < page || last === undefined) break;
    after = last.repositoryId;
  }
  // One damaged run must not keep all the others from being heard.
  const faults: unknown[] = [];
  await inLanes([...installations.values()], lanes, async (repositories) => {
    const next = repositories.toSorted((a, b) => a.at - b.at).slice(0, maxRepositories);
    for (const { where } of next) await look(ports, where.run).catch((error: unknown) => faults.push(error));
  });
  if (faults.length > 0) throw faults[0];
}

async function look(ports: AppPorts, run: string): Promise<void> {
  const live = await loadRun(ports, run);
  if (live !== null) await scanRepository(ports, live, { oldest: true });
}

/**
 * Whether a proposal may expire now: everything that was said before, by GitHub's time, has been taken up.
 * So an approval said in time is lost neither to a missed webhook nor to a clock of ours that is ahead.
 * Looks at the comments itself where nobody did within the last 15 s.
 */
export async function mayExpire(ports: AppPorts, live: LiveRun): Promise<boolean> {
  const { expiresAt, stored } = live;
  const issue = `${stored.repositoryId}#${live.run.issue?.number ?? 0}`;
  if (expiresAt === null || (await ports.ledger.unsettledOf({ issue, limit: 1 })).length > 0) return false;
  const seen = await readSeen(ports, stored.repositoryId);
  if (covers(seen, expiresAt)) return true;
  // The first look goes back to the oldest open run: that is for the pass.
  if (seen === null || seen.until === null || isRecent(ports, seen)) return false;
  const heard = covers(await scanRepository(ports, live, { oldest: false }), expiresAt);
  // What the look found comes first.
  return heard && (await ports.ledger.unsettledOf({ issue, limit: 1 })).length === 0;
}

function covers(seen: Seen | null, before: EpochMs): boolean {
  return seen !== null && seen.until !== null && seen.until >= before;
}

function isRecent(ports: AppPorts, { at }: Seen): boolean {
  // A clock that was set back must not stop the looking.
  return Math.abs(ports.clock.now() - at) < againMs;
}
