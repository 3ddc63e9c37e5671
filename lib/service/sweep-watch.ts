import { parseJson } from '../core/json/parse.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../core/json/value.ts';
import type { Ledger } from '../core/port/ledger.ts';
import type { EpochMs } from '../core/time/instant.ts';

/** A delivery that did not arrive. */
export interface Missed {
  readonly guid: string;
  /** The first of its attempts: what GitHub is asked to repeat. */
  readonly id: string;
  /** When that attempt was made, by GitHub's time. */
  readonly at: EpochMs;
  /** How often it was asked for. What was asked for in vain is kept, so that it is not taken for a new one. */
  readonly tries: number;
  readonly nextAt: EpochMs;
}

/** A stretch of the log that was not read yet: from this cursor back to this time. */
export interface Backlog {
  readonly cursor: string;
  readonly until: EpochMs;
}

/** How far GitHub's log of deliveries was read, and what is missed. */
export interface Watch {
  /** When the log was last read, by GitHub's time; 0 at first. */
  readonly until: EpochMs;
  readonly backlog: Backlog | null;
  readonly missed: readonly Missed[];
}

const name = 'deliveries';
const fresh: Watch = { until: 0, backlog: null, missed: [] };

/** The watch as it was noted last. One that does not read begins anew, which costs requests and nothing else. */
export async function readWatch(ledger: Pick<Ledger, 'cursor'>): Promise<Watch> {
  const text = await ledger.cursor({ name });
  const parsed = parseJson(text ?? '');
  if (!parsed.ok || !isJsonObject(parsed.value)) return fresh;
  const { until, backlog, missed } = parsed.value;
  return {
    until: typeof until === 'number' ? until : 0,
    backlog: readBacklog(backlog),
    missed: isJsonArray(missed) ? missed.flatMap(readMissed) : [],
  };
}

/** Notes the watch. */
export async function writeWatch(ledger: Pick<Ledger, 'setCursor'>, watch: Watch): Promise<void> {
  await ledger.setCursor({ name, value: JSON.stringify(watch) });
}

function readBacklog(value: JsonValue | undefined): Backlog | null {
  if (!isJsonObject(value)) return null;
  const { cursor, until } = value;
  return typeof cursor === 'string' && typeof until === 'number' ? { cursor, until } : null;
}

function readMissed(value: JsonValue): readonly Missed[] {
  if (!isJsonObject(value)) return [];
  const { guid, id, at, tries, nextAt } = value;
  if (typeof guid !== 'string' || typeof id !== 'string' || typeof at !== 'number') return [];
  if (typeof tries !== 'number' || typeof nextAt !== 'number') return [];
  return [{ guid, id, at, tries, nextAt }];
}
