import { headOfAll, type Entry, type Head } from '../audit/entry.ts';
import { digestText, type Digest } from '../json/digest.ts';
import type { ParsedRecord } from '../proposal/parse-record.ts';
import type { RepositoryRef } from '../proposal/proposal.ts';
import { replay, type Effect } from '../run/advance.ts';
import type { Account, DataOf } from '../run/event.ts';
import type { State } from '../run/state.ts';

/** An approval that counts at the end of what is exported. */
export interface Approver {
  /** Numeric id, and the login it had then: an account can be renamed or deleted. */
  readonly by: Account;
  /** GitHub's time of the comment. */
  readonly at: string;
  /** Digest of the approval's entry. */
  readonly entry: Digest;
}

/** What the newest look at the result found; null before one. */
export type ReadBack =
  | {
      readonly outcome: 'equal' | 'differed';
      readonly observed: Digest;
      readonly fields: number;
      readonly differing: readonly string[];
    }
  | { readonly outcome: 'unreadable' };

/** What an export says of its run in short: the predicate that the App signs. All of it follows from the lines below it. */
export interface RunSummary {
  readonly run: string;
  readonly state: State;
  readonly repository: RepositoryRef;
  readonly issue: { readonly number: number; readonly id: string };
  readonly head: Head;
  /** Digest of the record's text. */
  readonly record: Digest;
  readonly approvers: readonly Approver[];
  readonly effect: Effect | null;
  readonly readBack: ReadBack | null;
  readonly seal: DataOf<'proposal.accepted'>['seal'];
  /** The App that wrote the ledger: its id at GitHub, and the installation it acted in. */
  readonly app: { readonly id: string; readonly installation: string };
  /** Times of the first and the last entry. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Lines of the file, this one's included. */
  readonly lines: number;
}

/** Lines before the first entry: the envelope, the key, the record. */
export const linesBeforeEntries = 3;

/** Sums a run up. Throws a TypeError for entries that are no run: a ledger holds none. */
export function summarise(run: {
  readonly record: string;
  readonly read: ParsedRecord;
  readonly entries: readonly Entry[];
  readonly appId: string;
}): RunSummary {
  const { record, read, entries, appId } = run;
  const [first, last] = [entries[0], entries.at(-1)];
  const received = find(entries, 'proposal.received');
  const accepted = find(entries, 'proposal.accepted');
  if (first === undefined || last === undefined || received === null || accepted === null)
    throw new TypeError('export: a run in the ledger was received and accepted');
  const told = replay(entries);
  return {
    run: first.run,
    state: told.state,
    repository: read.proposal.repository,
    issue: { number: received.issue.number, id: received.issue.id },
    head: headOfAll(entries),
    record: digestText(record),
    approvers: told.approvals.map(({ by, at, entry }) => ({ by, at, entry })),
    effect: told.effect,
    readBack: readBackOf(entries),
    seal: accepted.seal,
    app: { id: appId, installation: received.installation },
    startedAt: first.at,
    endedAt: last.at,
    lines: linesBeforeEntries + entries.length,
  };
}

/** What the newest read-back among these entries found. */
export function readBackOf(entries: readonly Entry[]): ReadBack | null {
  for (const entry of entries.toReversed()) {
    if (entry.type === 'readback.equal') return { outcome: 'equal', ...entry.data };
    if (entry.type === 'readback.differed') return { outcome: 'differed', ...entry.data };
    if (entry.type === 'readback.unreadable') return { outcome: 'unreadable' };
  }
  return null;
}

function find<Type extends 'proposal.received' | 'proposal.accepted'>(
  entries: readonly Entry[],
  type: Type,
): DataOf<Type> | null {
  const found = entries.find((entry) => entry.type === type);
  // An entry's data are those of its type, which was compared just now.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return found === undefined ? null : (found.data as DataOf<Type>);
}
