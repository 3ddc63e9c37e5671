/** The ledger as one process of the App asks it: the store outlives whoever asks, and may fail them. */
import type { Entry } from '../../lib/core/audit/entry.ts';
import type { Ledger, RunRow } from '../../lib/core/port/ledger.ts';
import { isTerminal } from '../../lib/core/run/state.ts';
import { asLedger, type LedgerNow } from './memory-ledger.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';

const writes: ReadonlySet<keyof Ledger> = new Set([
  'receive',
  'settle',
  'open',
  'append',
  'restore',
  'markPublished',
  'markExported',
  'setCursor',
]);

export function worldLedger(world: World, process: Process): Ledger {
  const { scheduler, faults } = world;
  const ledger = asLedger(witnessed(world), (method, effect) =>
    scheduler.call(process, method, writes.has(method) ? 'write' : 'read', () => faults.stored(effect)),
  );
  return ledger;
}

/** What use cases were told of their appends: noted where they ask, above whatever a known-bad ledger does. */
export function answeredLedger(world: World, ledger: Ledger): Ledger {
  return {
    ...ledger,
    open: async (run) => {
      const answer = await ledger.open(run);
      if (answer === 'opened') world.witness.answered.push(note(world, run.run, run.entries));
      return answer;
    },
    append: async (change) => {
      const answer = await ledger.append(change);
      if (answer === 'appended') world.witness.answered.push(note(world, change.run, change.entries));
      return answer;
    },
  };
}

function witnessed(world: World): LedgerNow {
  const { ledger, witness } = world;
  return {
    ...ledger,
    open: (run) => {
      const answer = ledger.open(run);
      if (answer === 'opened') stored(world, run.run, run.entries, run.row);
      return answer;
    },
    append: (change) => {
      const answer = ledger.append(change);
      if (answer === 'appended') stored(world, change.run, change.entries, change.row);
      return answer;
    },
    settle: (delivery) => {
      if (delivery.outcome === 'waited in vain') {
        const payload = ledger.payloadOf(delivery.id);
        const about: { readonly incoming?: { readonly comment?: { readonly id: string } } } =
          JSON.parse(payload);
        witness.untried.add(about.incoming?.comment?.id ?? '');
      }
      ledger.settle(delivery);
    },
    markPublished: (mark) => {
      const count = ledger.runs.get(mark.run)?.texts.length ?? 0;
      if (mark.count > count) witness.breaks.push('the check run is said to tell more than there is');
      ledger.markPublished(mark);
    },
  };
}

/** Notes what was stored. A run at its end stays there, whatever else is written. */
export function stored(world: World, run: string, entries: readonly Entry[], { state }: RunRow): void {
  const { witness } = world;
  const before = witness.states.get(run);
  if (before !== undefined && isTerminal(before) && before !== state)
    witness.breaks.push(`a run that was ${before} became ${state}`);
  witness.states.set(run, state);
  witness.stored.push(note(world, run, entries));
}

function note(world: World, run: string, entries: readonly Entry[]): World['witness']['stored'][number] {
  return {
    run,
    at: world.scheduler.now(),
    types: entries.map(({ type }) => type),
    digests: entries.map(({ digest }) => digest),
  };
}
