import { parseEntries } from '../core/audit/parse.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import { parseJson, type JsonBounds } from '../core/json/parse.ts';
import { list, nullable, anyObject, oneOf, text, type Shape } from '../core/json/shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json/value.ts';
import type { ArchivedCursor, ArchivedDelivery, ArchivedRun } from '../core/port/ledger-archive.ts';
import type { EffectKey, RunRow } from '../core/port/ledger.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { count, decimalId, digest, opaqueId, ordinal, record } from '../core/run/shape-parts.ts';
import { states } from '../core/run/state.ts';

/** The first line of a ledger's export. A change of any line's form makes a new number. */
export const header: JsonObject = { kind: 'countersign/ledger@1' };

/** One line between the first and the last. */
export type LedgerLine =
  | { readonly line: 'run'; readonly value: ArchivedRun }
  | { readonly line: 'delivery'; readonly value: ArchivedDelivery }
  | { readonly line: 'cursor'; readonly value: ArchivedCursor };

/** The last line: how many of each there are, and a digest over all lines before. */
export interface EndLine {
  readonly runs: number;
  readonly deliveries: number;
  readonly cursors: number;
  readonly digest: Digest;
}

/** Well above a run of 10,000 entries, and a delivery of 25 MB whose every character is escaped. */
const bounds: JsonBounds = { maxLength: 200_000_000, maxDepth: 64 };

/** Writes a line: canonical JSON, without a line feed. */
export function writeLine({
  line,
  value,
}: LedgerLine | { readonly line: 'end'; readonly value: EndLine }): string {
  // Every value is plain JSON by its type, which has no index signature; `canonical` throws if it is not.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return canonical({ line, value: value as unknown as JsonValue });
}

/** The digest over a line and every one before it. */
export function digestLine(before: Digest | null, line: string): Digest {
  return digestText(`${before ?? ''}\n${line}`);
}

/** Reads a line strictly. The fault is a plain sentence. */
export function readLine(
  written: string,
): Result<LedgerLine | { readonly line: 'end'; readonly value: EndLine }, string> {
  const parsed = parseJson(written, bounds);
  if (!parsed.ok) return refused(`it is no JSON: ${parsed.fault.code}`);
  const { value } = parsed;
  if (!isJsonObject(value) || canonical(value) !== written) return refused('it is not as it was written');
  const { line } = value;
  if (line === 'run') return readRunLine(value);
  if (line === 'delivery') return read(delivery, value, (found) => ({ line, value: found }));
  if (line === 'cursor') return read(cursor, value, (found) => ({ line, value: found }));
  if (line === 'end') return read(end, value, (found) => ({ line, value: found }));
  return refused('it is of no known kind');
}

const anyText: Shape<string> = text('text', bounds.maxLength, (value) => value.isWellFormed());

const row: Shape<RunRow> = record<RunRow>({
  state: oneOf(...states),
  issueNumber: ordinal,
  issueNodeId: opaqueId,
  checkRunId: nullable(opaqueId),
  dueAt: nullable(count),
});

const effect: Shape<EffectKey> = record<EffectKey>({
  repositoryId: decimalId,
  actionType: opaqueId,
  idempotencyKey: opaqueId,
});

/** A run whose entries are not read yet. */
type WrittenRun = Omit<ArchivedRun, 'entries'> & { readonly entries: readonly JsonObject[] };

const run: Shape<WrittenRun> = record<WrittenRun>({
  run: opaqueId,
  repositoryId: decimalId,
  installation: decimalId,
  hash: digest,
  record: anyText,
  slot: anyText,
  origin: anyText,
  entries: list(anyObject(), 10_000),
  row,
  effect: nullable(effect),
  published: count,
  exported: count,
});

const delivery: Shape<ArchivedDelivery> = record<ArchivedDelivery>({
  id: opaqueId,
  meaning: nullable(anyText),
  name: opaqueId,
  installation: decimalId,
  issue: opaqueId,
  payload: nullable(anyText),
  receivedAt: count,
  outcome: nullable(anyText),
});

const cursor: Shape<ArchivedCursor> = record<ArchivedCursor>({ name: anyText, value: anyText });

const end: Shape<EndLine> = record<EndLine>({ runs: count, deliveries: count, cursors: count, digest });

function read<Value, Line>(
  shape: Shape<Value>,
  value: JsonObject,
  make: (found: Value) => Line,
): Result<Line, string> {
  const found = record<{ readonly line: string; readonly value: Value }>({ line: anyText, value: shape })(
    value,
    '',
  );
  if (found.ok) return ok(make(found.value.value));
  return refused(found.fault.map(({ path, expected }) => `${path}: ${expected}`).join('; '));
}

function readRunLine(value: JsonObject): Result<LedgerLine, string> {
  const found = read(run, value, (each) => each);
  if (!found.ok) return found;
  const entries = parseEntries(found.value.entries);
  if (!entries.ok) return refused('it holds an entry that this version cannot read');
  return ok({ line: 'run', value: { ...found.value, entries: entries.value } });
}
