import type { AppPorts } from './app-ports.ts';
import { appendEvents, loadRun, readLiveRun, type LiveRun } from './live-run.ts';
import { slotOf } from './run-keys.ts';

/** More changes of one run than anybody makes while this one is decided; then it is tried again later. */
const maxTries = 8;

/**
 * Of two proposals of the same bundle and target that wait, the newer issue replaces the older, in whichever
 * order they came in. Idempotent; asked before a proposal is first shown, however far it has come by then, and
 * before a yes to one that is not shown counts: its taking up may have failed half way.
 */
export async function replaceRivals(ports: AppPorts, live: LiveRun): Promise<void> {
  const question = { slot: slotOf(live.read.proposal), except: live.stored.run };
  for (const rival of await ports.ledger.waitingInSlot(question))
    await replace(ports, live.stored.run, rival);
}

/** Whether its issue was ever labelled: before that, nothing of the run was told. */
export function isShown({ stored }: LiveRun): boolean {
  return stored.entries.some(
    ({ type, data }) => type === 'published' && 'what' in data && data.what === 'issue',
  );
}

async function replace(ports: AppPorts, one: string, other: string): Promise<void> {
  for (let count = 0; count < maxTries; count += 1) {
    const pair = [await loadRun(ports, one), await loadRun(ports, other)];
    const [older, newer] = pair.filter((live) => live !== null).toSorted((a, b) => numberOf(a) - numberOf(b));
    if (older === undefined || newer === undefined || older.run.state !== 'awaiting_approval') return;
    // An approved run that is about to act is not taken back by a newer proposal: people said yes to it.
    if (older.run.intent) return;
    const data = { by: newer.read.hash, issue: numberOf(newer) };
    const answer = await appendEvents(ports, older, [{ event: { type: 'run.superseded', data } }]);
    if (typeof answer === 'string') continue;
    // Whoever works on that issue tells of it: told from here, it could be told twice.
    const { installation, repositoryId } = older.stored;
    await ports.wakes.hint({ installation, issue: `${repositoryId}#${numberOf(older)}` });
    return;
  }
  throw new Error(`supersede: ${one} and ${other} change too often`);
}

/**
 * Before the end of a proposal that was replaced is told, the newer one is made to know what it replaced, so that
 * its issue says so, too; nothing is done for any other. Idempotent; whoever works on the newer issue tells it there.
 */
export async function nameReplaced(ports: AppPorts, older: LiveRun): Promise<void> {
  const superseded = older.stored.entries.findLast(({ type }) => type === 'run.superseded');
  if (superseded?.type !== 'run.superseded') return;
  for (let count = 0; count < maxTries; count += 1) {
    const stored = await ports.ledger.byHash({ hash: superseded.data.by });
    if (stored === null) return;
    const newer = readLiveRun(stored);
    const data = { older: older.read.hash, issue: numberOf(older) };
    const known = stored.entries.some(
      (entry) => entry.type === 'run.replaces' && entry.data.older === data.older,
    );
    if (known) return;
    const answer = await appendEvents(ports, newer, [{ event: { type: 'run.replaces', data } }]);
    if (answer === 'conflict') continue;
    await ports.wakes.hint({
      installation: stored.installation,
      issue: `${stored.repositoryId}#${numberOf(newer)}`,
    });
    return;
  }
  throw new Error(`supersede: ${superseded.data.by} changes too often`);
}

function numberOf(live: LiveRun): number {
  return live.run.issue?.number ?? 0;
}
