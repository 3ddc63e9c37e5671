import type { Entry } from '../audit/entry.ts';
import { maxEntries, parseEntry } from '../audit/parse.ts';
import { canonical } from '../json/canonical.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';
import { recordKind } from '../proposal/record.ts';
import { ok, refused, type Result } from '../result.ts';
import { readEnvelope, type Envelope } from './envelope.ts';
import { readKeyLine, type PublicKey } from './key.ts';
import { readStatement, type Statement } from './statement.ts';
import { linesBeforeEntries } from './summary.ts';

/** An export whose every line reads. Nothing of it is verified yet. */
export interface ReadExport {
  readonly envelope: Envelope;
  readonly statement: Statement;
  readonly key: PublicKey;
  readonly record: string;
  readonly entries: readonly Entry[];
}

/** Why a text is no export: which line, from 1; where it is an entry's, which entry. */
export interface ExportFault {
  readonly code:
    | 'export_too_long'
    | 'export_unended'
    | 'line_malformed'
    | 'envelope_malformed'
    | 'statement_malformed'
    | 'key_malformed'
    | 'record_unexpected'
    | 'entry_malformed'
    | 'lines_missing'
    | 'lines_too_many';
  readonly line: number;
  readonly seq: number | null;
}

/** The longest export that is read: thirty times a run that people and sweeps touched a thousand times. */
export const maxExportLength = 33_554_432;

/**
 * Reads an export strictly: each line is canonical JSON, in its place, of exactly the members it may
 * have; one line feed ends each; and there are as many lines as the statement says, none after the end.
 */
export function readExport(text: string): Result<ReadExport, ExportFault> {
  if (text.length > maxExportLength) return fault('export_too_long', 1);
  if (!text.endsWith('\n')) return fault('export_unended', 1);
  const lines = text.slice(0, -1).split('\n');
  if (lines.length > linesBeforeEntries + maxEntries) return fault('lines_too_many', lines.length);
  const top = readTop(lines);
  if (!top.ok) return top;
  const entries: Entry[] = [];
  for (const [seq, line] of lines.slice(linesBeforeEntries).entries()) {
    const value = readLine(line);
    const entry = value === null ? null : parseEntry(value);
    if (entry === null || !entry.ok)
      return refused({ code: 'entry_malformed', line: linesBeforeEntries + 1 + seq, seq });
    entries.push(entry.value);
  }
  const missing = top.value.statement.summary.lines - lines.length;
  if (missing > 0) return fault('lines_missing', lines.length + 1);
  if (missing < 0) return fault('lines_too_many', top.value.statement.summary.lines + 1);
  return ok({ ...top.value, entries });
}

function readTop(lines: readonly string[]): Result<Omit<ReadExport, 'entries'>, ExportFault> {
  const [first = '', second = '', record = ''] = lines;
  const [head, jwk] = [readLine(first), readLine(second)];
  if (head === null) return fault('line_malformed', 1);
  const envelope = readEnvelope(head);
  if (envelope === null) return fault('envelope_malformed', 1);
  const statement = readStatement(envelope.signed.payload);
  if (statement === null) return fault('statement_malformed', 1);
  const key = jwk === null ? null : readKeyLine(jwk);
  if (key === null || key.kid !== envelope.keyId) return fault('key_malformed', 2);
  // The record is judged by a check of its own, down to its members; here it only has to be one.
  const value = readLine(record);
  if (value === null) return fault('line_malformed', 3);
  if (!isJsonObject(value) || value['kind'] !== recordKind) return fault('record_unexpected', 3);
  return ok({ envelope, statement, key, record });
}

function readLine(line: string): JsonValue | null {
  const json = parseJson(line);
  return json.ok && canonical(json.value) === line ? json.value : null;
}

function fault(code: ExportFault['code'], line: number): Result<never, ExportFault> {
  return refused({ code, line, seq: null });
}
