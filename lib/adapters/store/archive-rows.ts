import type { ArchivedCursor, ArchivedDelivery, ArchivedRun } from '../../core/port/ledger-archive.ts';
import type { EffectKey } from '../../core/port/ledger.ts';
import { states } from '../../core/run/state.ts';
import type { Row } from './database.ts';
import { StoreFault } from './fault.ts';
import { countAt, textAt, textOrNullAt } from './row.ts';
import { readRun } from './run-rows.ts';

/** How many rows are read at once. */
export const pageSize = 100;

/** A run with all that is stored of it, its chain verified. `effect` is the row of the key that it holds, or null. */
export function readArchivedRun(row: Row, texts: readonly string[], effect: Row | null): ArchivedRun {
  const { run, repositoryId, installation, hash, record, entries, published, exported } = readRun(row, texts);
  const state = states.find((each) => each === textAt(row, 'state'));
  if (state === undefined) throw new StoreFault('ledger_corrupt', `Run ${run} is in no known state.`);
  return {
    run,
    repositoryId,
    installation,
    hash,
    record,
    slot: textAt(row, 'slot'),
    origin: textAt(row, 'origin'),
    entries,
    row: {
      state,
      issueNumber: countAt(row, 'issue_number'),
      issueNodeId: textAt(row, 'issue_node_id'),
      checkRunId: textOrNullAt(row, 'check_run_id'),
      dueAt: row['due_at'] === null ? null : countAt(row, 'due_at'),
    },
    effect: effect === null ? null : readEffect(effect),
    published,
    exported,
  };
}

export function readArchivedDelivery(row: Row): ArchivedDelivery {
  return {
    id: textAt(row, 'id'),
    meaning: textOrNullAt(row, 'meaning'),
    name: textAt(row, 'name'),
    installation: textAt(row, 'installation'),
    issue: textAt(row, 'issue'),
    payload: textOrNullAt(row, 'payload'),
    receivedAt: countAt(row, 'received_at'),
    outcome: textOrNullAt(row, 'outcome'),
  };
}

export function readArchivedCursor(row: Row): ArchivedCursor {
  return { name: textAt(row, 'name'), value: textAt(row, 'value') };
}

function readEffect(row: Row): EffectKey {
  return {
    repositoryId: textAt(row, 'repository_id'),
    actionType: textAt(row, 'action_type'),
    idempotencyKey: textAt(row, 'idempotency_key'),
  };
}

/** Reads page after page, each behind the last row of the one before. */
export async function* pages<Of>(
  after: number | string,
  page: (after: number | string) => Promise<readonly Row[]>,
  read: (row: Row) => Promise<Of> | Of,
  key: (row: Row) => number | string,
): AsyncGenerator<Of, void, undefined> {
  for (let last = after; ;) {
    const rows = await page(last);
    for (const row of rows) {
      yield await read(row);
      last = key(row);
    }
    if (rows.length < pageSize) return;
  }
}
