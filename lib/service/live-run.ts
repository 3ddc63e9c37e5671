import { link, type Actor, type Draft, type Entry } from '../core/audit/entry.ts';
import type { EffectKey, RunRow, StoredRun } from '../core/port/ledger.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import { replay, takes, type Run } from '../core/run/advance.ts';
import type { RunEvent } from '../core/run/event.ts';
import { dueAt } from '../core/run/next.ts';
import { formatInstant, parseInstant, type EpochMs } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';

/** A stored run together with what its bytes say. */
export interface LiveRun {
  readonly stored: StoredRun;
  readonly run: Run;
  readonly read: ParsedRecord;
  readonly expiresAt: EpochMs | null;
}

/** The App as an entry's actor. */
const appActor: Actor = { kind: 'app', id: 'countersign', login: null };

/** Reads a stored run. Throws when the ledger's own bytes do not read: nothing may be assumed then. */
export function readLiveRun(stored: StoredRun): LiveRun {
  const read = readRecord(stored);
  return { stored, run: replay(stored.entries), read, expiresAt: readExpiry(read) };
}

/** What records were found to say, beside the first entry of their run, for as long as a ledger remembers that. */
const records = new WeakMap<Entry, { readonly text: string; readonly read: ParsedRecord }>();

function readRecord({ run, record, entries: [first] }: StoredRun): ParsedRecord {
  const known = first === undefined ? undefined : records.get(first);
  if (known?.text === record) return known.read;
  const read = parseRecord(record);
  if (!read.ok) throw new Error(`ledger: the record of run ${run} does not read: ${read.fault.code}`);
  if (first !== undefined) records.set(first, { text: record, read: read.value });
  return read.value;
}

/** Loads a run by id. */
export async function loadRun(ports: AppPorts, run: string): Promise<LiveRun | null> {
  const stored = await ports.ledger.byRun({ run });
  return stored === null ? null : readLiveRun(stored);
}

/** What is to be written, before its time and its author are added. */
export interface NewEvent {
  readonly event: RunEvent;
  readonly actor?: Actor;
}

/** The state moved on under the caller, or the event does not fit it any more: look again and decide anew. */
export type AppendFault = 'conflict' | 'effect_taken' | 'unexpected';

/**
 * Appends events to a run in one transaction, and answers with the run as it then is. Compare-and-set on
 * the number of entries: whoever comes second sees `conflict` and must load the run again.
 */
export async function appendEvents(
  ports: AppPorts,
  live: LiveRun,
  events: readonly NewEvent[],
  effect?: EffectKey,
): Promise<LiveRun | AppendFault> {
  const { stored } = live;
  const entries = link(stored.run, live.run.head, draft(ports, events));
  let run = live.run;
  for (const entry of entries) {
    if (takes(run, entry) === null) return 'unexpected';
    run = replay([entry], run);
  }
  const all = [...stored.entries, ...entries];
  const now = ports.clock.now();
  // What only the check run does not tell yet is `unpublished`, not due: `markPublished` moves no due time,
  // and a run would stay due for ever.
  const due = dueAt({ run, entries: all, published: all.length, expiresAt: live.expiresAt }, now);
  const row = rowOf(run, due);
  const change = { run: stored.run, expected: stored.entries.length, entries, row };
  const answer = await ports.ledger.append(effect === undefined ? change : { ...change, effect });
  if (answer !== 'appended') return answer;
  return { ...live, run, stored: { ...stored, entries: all } };
}

/** Gives events the App's time and, where none is named, the App as their actor. */
export function draft(ports: Pick<AppPorts, 'clock'>, events: readonly NewEvent[]): readonly Draft[] {
  const at = formatInstant(ports.clock.now());
  return events.map(({ event, actor }) => ({ ...event, at, actor: actor ?? appActor }));
}

/** The columns of a run that queries need. */
export function rowOf(run: Run, due: EpochMs | null): RunRow {
  if (run.issue === null) throw new TypeError('a run in the ledger has an issue');
  return {
    state: run.state,
    issueNumber: run.issue.number,
    issueNodeId: run.issue.nodeId,
    checkRunId: run.checkRun?.id ?? null,
    dueAt: due,
  };
}

/** When a proposal expires, in milliseconds; null for never. */
export function readExpiry(read: ParsedRecord): EpochMs | null {
  const { expiresAt } = read.proposal;
  if (expiresAt === null) return null;
  const at = parseInstant(expiresAt);
  // The proposal was parsed strictly, so its instants read; an unreadable one must not mean `never`.
  return at.ok ? at.value : 0;
}
