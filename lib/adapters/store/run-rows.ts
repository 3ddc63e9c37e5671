import { digestText, type Digest } from '../../core/json/digest.ts';
import type { OpenRun, RunRow, StoredRun } from '../../core/port/ledger.ts';
import { isTerminal } from '../../core/run/state.ts';
import { readChain } from './chain.ts';
import type { Bound, Row } from './database.ts';
import { StoreFault } from './fault.ts';
import { countAt, textAt } from './row.ts';

/** A run as its row and the stored texts of its entries tell it. Throws where stored bytes are not what was stored. */
export function readRun(row: Row, texts: readonly string[]): StoredRun {
  const run = textAt(row, 'run');
  const stored = {
    run,
    repositoryId: textAt(row, 'repository_id'),
    installation: textAt(row, 'installation'),
    hash: textAt(row, 'hash'),
    record: textAt(row, 'record'),
    entries: readChain(run, texts, { count: countAt(row, 'entries'), digest: textAt(row, 'head') }),
    published: countAt(row, 'published'),
    exported: countAt(row, 'exported'),
  };
  const digest = digestText(stored.record);
  if (digest !== textAt(row, 'record_digest') || !agrees(stored, digest))
    throw new StoreFault('ledger_corrupt', `The row of run ${run} is not what was stored.`);
  return stored;
}

/** Whether the columns say what the entries, which no flipped bit survives, say of the same run. */
function agrees({ entries, hash, installation, repositoryId }: StoredRun, record: Digest): boolean {
  return entries.every((entry) => {
    if (entry.type === 'run.started') return entry.data.repository.id === repositoryId;
    if (entry.type !== 'proposal.received') return true;
    const { data } = entry;
    return data.hash === hash && data.record === record && data.installation === installation;
  });
}

/** The columns that never change once a run was stored, in the order of `fixedColumns`. */
export function fixedBound(run: OpenRun): readonly Bound[] {
  const { repositoryId, installation, hash, record, slot, origin } = run;
  return [run.run, repositoryId, installation, hash, record, digestText(record), slot, origin];
}

export const fixedColumns: readonly string[] = [
  'run',
  'repository_id',
  'installation',
  'hash',
  'record',
  'record_digest',
  'slot',
  'origin',
];

/** The columns that change with a run's state, in the order of `stateColumns`. */
export function stateBound(row: RunRow): readonly Bound[] {
  const open = !isTerminal(row.state);
  // Whoever waits for people can still be superseded; a run that acts cannot.
  const waiting = row.state === 'awaiting_approval' || row.state === 'needs_attention';
  return [
    row.state,
    Number(open),
    Number(waiting),
    row.issueNumber,
    row.issueNodeId,
    row.checkRunId,
    row.dueAt,
  ];
}

export const stateColumns: readonly string[] = [
  'state',
  'open',
  'waiting',
  'issue_number',
  'issue_node_id',
  'check_run_id',
  'due_at',
];
