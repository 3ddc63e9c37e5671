import { setTimeout as sleep } from 'node:timers/promises';
import { openForReading } from '../../../lib/adapters/store/database.ts';
import { readSqliteLedger } from '../../../lib/adapters/store/sqlite.ts';
import type { Entry } from '../../../lib/core/audit/entry.ts';
import type { StoredRun } from '../../../lib/core/port/ledger.ts';
import { replay } from '../../../lib/core/run/advance.ts';
import type { DataOf, EventType } from '../../../lib/core/run/event.ts';
import type { State } from '../../../lib/core/run/state.ts';

/** The ledger as another process may see it: read-only, while the App writes it. */
export interface LedgerView {
  /** Waits until the App has dealt with a delivery, all that follows from it told, and says what came of it. */
  outcomeOf(deliveryId: string): Promise<string>;
  run(issueNumber: number): Promise<StoredRun>;
  close(): Promise<void>;
}

/** How often the inbox is looked at while a delivery is under way. */
const lookEveryMs = 5;

export async function viewLedger(path: string, repositoryId: string): Promise<LedgerView> {
  const reader = await readSqliteLedger(path);
  const inbox = openForReading(path);
  return {
    async outcomeOf(deliveryId) {
      for (;;) {
        const row = inbox.one('SELECT outcome FROM inbox WHERE id = ?', deliveryId);
        if (typeof row?.['outcome'] === 'string') return row['outcome'];
        await sleep(lookEveryMs);
      }
    },
    async run(issueNumber) {
      const found = await reader.byIssue({ repositoryId, issueNumber });
      if (found === null) throw new Error(`the ledger has no run of issue #${issueNumber}`);
      return found;
    },
    async close() {
      inbox.close();
      await reader.close();
    },
  };
}

/** The state that a run's entries lead to. */
export function stateOf(run: StoredRun): State {
  return replay(run.entries).state;
}

/** An entry of one type, with the data of that type. */
export type EntryOf<Type extends EventType> = Entry & { readonly data: DataOf<Type> };

/** The entries of one type, in order. */
export function entriesOf<Type extends EventType>(run: StoredRun, type: Type): ReadonlyArray<EntryOf<Type>> {
  // An entry's data are those of its type, which the filter compares; the union of entries doesn't show it.
  return run.entries.filter((entry): entry is EntryOf<Type> => entry.type === type);
}

/** An entry's time in milliseconds since the epoch. */
export function timeOf(entry: Entry | undefined): number {
  return entry === undefined ? Number.NaN : Date.parse(entry.at);
}
