import type { Entry } from '../audit/entry.ts';
import { maxEntries, parseEntry } from '../audit/parse.ts';
import { canonical } from '../json/canonical.ts';
import { parseJson } from '../json/parse.ts';
import type { RecordCodec } from '../port/record-codec.ts';
import type { PublishedCheckRun } from '../port/published-run.ts';
import { readAuditText, type AuditLines } from '../publication/read-audit-text.ts';
import { ok, refused, type Result } from '../result.ts';

/** The first entry that does not read, and what it is. */
export interface PublishedFault {
  readonly seq: number;
  readonly said: string;
}

/**
 * The entries that the App's check runs of one proposal carry, in their order: the run's own check run
 * first, then the parts that continue it. Each must read strictly; whether they are a chain is not asked here.
 */
export function readPublishedEntries(
  own: readonly PublishedCheckRun[],
  hash: string,
  main: AuditLines,
  codec: Pick<RecordCodec, 'decode'>,
): Result<readonly Entry[], PublishedFault> {
  const entries: Entry[] = [];
  for (const lines of [main, ...partsOf(own, hash)]) {
    const read = unpack(lines, codec);
    if (read === null || read.length !== lines.count)
      return refused({ seq: entries.length, said: 'a check run’s packed entries do not unpack' });
    if (lines.run !== main.run || entries.length + read.length > maxEntries)
      return refused({ seq: entries.length, said: 'a check run continues another run' });
    for (const line of read) {
      const json = parseJson(line);
      const entry = json.ok && canonical(json.value) === line ? parseEntry(json.value) : null;
      if (entry?.ok !== true) return refused({ seq: entries.length, said: 'an entry does not read' });
      entries.push(entry.value);
    }
  }
  return ok(entries);
}

/** The check runs that continue the first, by their number; of two with one number, the one that carries more. */
function partsOf(own: readonly PublishedCheckRun[], hash: string): readonly AuditLines[] {
  const parts = new Map<number, AuditLines>();
  for (const { externalId, text } of own) {
    const number = /^[0-9a-f]{64}:([1-9][0-9]{0,2})$/.exec(externalId)?.[1];
    const lines = readAuditText(text);
    if (number === undefined || !externalId.startsWith(`${hash}:`) || lines === null) continue;
    const known = parts.get(Number(number));
    if (known === undefined || known.count < lines.count) parts.set(Number(number), lines);
  }
  return [...parts.entries()].toSorted(([one], [other]) => one - other).map(([, lines]) => lines);
}

function unpack({ packed }: AuditLines, codec: Pick<RecordCodec, 'decode'>): readonly string[] | null {
  if (packed === null) return [];
  const text = codec.decode(packed);
  return text.ok ? text.value.split('\n') : null;
}
