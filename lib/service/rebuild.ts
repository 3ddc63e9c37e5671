/**
 * Puts runs back into a ledger that was lost, from what GitHub and the durable place keep of them. It restores
 * verified chains whole and never decides: no approval comes about here that the App did not record and sign.
 */
import { headOfAll, link, type Entry } from '../core/audit/entry.ts';
import type { Clock } from '../core/port/clock.ts';
import type { Ledger } from '../core/port/ledger.ts';
import type { PublishedRun } from '../core/port/published-run.ts';
import { replay, takes, type Run } from '../core/run/advance.ts';
import { dueAt } from '../core/run/next.ts';
import { isTerminal, type State } from '../core/run/state.ts';
import { formatInstant } from '../core/time/instant.ts';
import { draft, readExpiry, rowOf } from './live-run.ts';
import { checkPublished, type CheckFault, type CheckPorts, type VerifiedRun } from './rebuild-checks.ts';
import { effectOf, originOf, rebuiltCursor, slotOf } from './run-keys.ts';

/** What a rebuild needs from outside. */
export interface RebuildPorts extends CheckPorts {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** What became of one issue. `known`: the ledger has its run already. */
export type Rebuilt =
  | {
      readonly outcome: 'restored';
      readonly run: string;
      readonly state: State;
      readonly entries: number;
      readonly from: VerifiedRun['from'];
    }
  | { readonly outcome: 'known'; readonly run: string }
  | { readonly outcome: 'left_out'; readonly code: LeftOutCode; readonly entry: number | null };

/** Why a run was left out. */
export type LeftOutCode =
  | CheckFault['code']
  | 'state_impossible'
  | 'installation_differs'
  | 'origin_open'
  | 'effect_taken';

/**
 * Notes that this ledger is rebuilt, before the first run comes back: a proposal from before then that is taken
 * in anew, since it could not be put back, looks for its effect as far back as it is old.
 */
export async function beginRebuild(ports: Pick<RebuildPorts, 'ledger' | 'clock'>): Promise<void> {
  await ports.ledger.setCursor({ name: rebuiltCursor, value: formatInstant(ports.clock.now()) });
}

/** Verifies one published run and puts it back, or says why not. May be asked again at any time. */
export async function rebuildRun(
  ports: RebuildPorts,
  published: PublishedRun,
  installation: string,
): Promise<Rebuilt> {
  const checked = await checkPublished(ports, published);
  if (!checked.ok) return { outcome: 'left_out', ...checked.fault };
  const verified = checked.value;
  const told = follow(verified.entries);
  if (told === null) return leftOut('state_impossible');
  const received = verified.entries.find((entry) => entry.type === 'proposal.received');
  if (received?.type !== 'proposal.received' || received.data.installation !== installation)
    return leftOut('installation_differs');
  const entries = isTerminal(told.state) ? verified.entries : alerted(ports, verified.entries, told);
  const run = follow(entries);
  if (run === null) return leftOut('state_impossible');
  return restore(ports, { verified, entries, run, installation });
}

async function restore(
  ports: RebuildPorts,
  {
    verified,
    entries,
    run,
    installation,
  }: {
    readonly verified: VerifiedRun;
    readonly entries: readonly Entry[];
    readonly run: Run;
    readonly installation: string;
  },
): Promise<Rebuilt> {
  const { read, recordText, from } = verified;
  const { proposal, hash } = read;
  const id = entries[0]?.run ?? '';
  // A run at its end stays as it was told: nothing is left to do, so nothing is told again.
  const published = isTerminal(run.state) ? entries.length : verified.published;
  const now = ports.clock.now();
  const due = dueAt({ run, entries, published: entries.length, expiresAt: readExpiry(read) }, now);
  const answer = await ports.ledger.restore({
    run: id,
    repositoryId: proposal.repository.id,
    installation,
    hash,
    record: recordText,
    slot: slotOf(proposal),
    origin: originOf(proposal),
    entries,
    row: rowOf(run, due),
    effect: effectOf(entries),
    published,
  });
  switch (answer) {
    case 'restored':
      return { outcome: 'restored', run: id, state: run.state, entries: entries.length, from };
    case 'known':
      return { outcome: 'known', run: id };
    case 'origin_open':
    case 'effect_taken':
      return leftOut(answer);
  }
}

/**
 * The entries with one that says that the ledger was rebuilt. Something may have happened that was not told
 * before the loss: from then on the run looks for its effect as far back as its proposal before it acts.
 */
function alerted(ports: RebuildPorts, entries: readonly Entry[], run: Run): readonly Entry[] {
  const alert = { type: 'alert.raised', data: { code: 'ledger_rebuilt', subject: 'ledger' } } as const;
  if (takes(run, alert) === null) return entries;
  const id = entries[0]?.run ?? '';
  return [...entries, ...link(id, headOfAll(entries), draft(ports, [{ event: alert }]))];
}

/** The run that entries tell, or null where one does not follow the one before. */
function follow(entries: readonly Entry[]): Run | null {
  try {
    return replay(entries);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function leftOut(code: LeftOutCode): Rebuilt {
  return { outcome: 'left_out', code, entry: null };
}
