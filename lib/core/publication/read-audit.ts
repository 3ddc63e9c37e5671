import type { Entry } from '../audit/entry.ts';
import { maxEntries, parseEntry } from '../audit/parse.ts';
import { canonical } from '../json/canonical.ts';
import type { Digest } from '../json/digest.ts';
import { parseJson } from '../json/parse.ts';
import type { AppRef, PublishedCheckRun } from '../port/published-run.ts';
import type { RecordCodec } from '../port/record-codec.ts';
import { ok, refused, type Result } from '../result.ts';
import { checkRunName } from './check-run.ts';
import { maxParts, partExternalId, partName } from './check-run-part.ts';
import { readAuditText, type AuditLines } from './read-audit-text.ts';

/** A run's audit as its check runs carry it together. Nothing is verified yet: no digest, no link, no signature. */
export interface ReadAudit extends Pick<AuditLines, 'run' | 'head' | 'signature'> {
  /** As many from the first as there are; with fewer than the head counts, the end is missing. */
  readonly entries: readonly Entry[];
  /** The check run that tells about the run. */
  readonly checkRun: PublishedCheckRun;
}

/** Why there is no audit to read. `entry`: the number of the first entry that does not read, where it is one. */
export interface ReadAuditFault {
  readonly code: 'check_run_missing' | 'lines_malformed' | 'entries_malformed';
  readonly entry: number | null;
}

interface Question {
  readonly hash: Digest;
  readonly codec: RecordCodec;
  readonly isOwn: (app: AppRef | null) => boolean;
}

/** One check run's lines and entries. */
interface ReadPlace {
  readonly lines: AuditLines;
  readonly entries: readonly Entry[];
}

/**
 * Puts a run's audit together from its check runs: the one with the proposal's hash as its external id, and
 * the parts that go on where it ends. Check runs of anybody but `isOwn` do not exist here. Whether anything
 * holds, `verifyChain` says with the head.
 */
export function readAudit(
  checkRuns: readonly PublishedCheckRun[],
  question: Question,
): Result<ReadAudit, ReadAuditFault> {
  const own = checkRuns.filter(({ app }) => question.isOwn(app));
  const first = readFirst(own, question);
  if (!first.ok) return first;
  const { checkRun, lines } = first.value;
  let { entries } = first.value;
  for (let number = 2; number <= maxParts && entries.length < lines.head.count; number += 1) {
    const part = readPart(own, question, { number, run: lines.run, have: entries.length });
    if (!part.ok) return part;
    if (part.value === null) break;
    const have = entries.length;
    entries = [...entries, ...part.value.filter(({ seq }) => seq >= have)];
  }
  return ok({ run: lines.run, head: lines.head, signature: lines.signature, entries, checkRun });
}

/** Two of one run can stand there, when a crash met a lagging replica: the one that knows most is read. */
function readFirst(
  own: readonly PublishedCheckRun[],
  { hash, codec }: Question,
): Result<ReadPlace & { readonly checkRun: PublishedCheckRun }, ReadAuditFault> {
  let best: (ReadPlace & { readonly checkRun: PublishedCheckRun }) | null = null;
  let why: ReadAuditFault = { code: 'check_run_missing', entry: null };
  for (const checkRun of own) {
    if (checkRun.name !== checkRunName || checkRun.externalId !== partExternalId(hash, 1)) continue;
    const read = readPlace(checkRun.text, codec, 0);
    if (!read.ok) why = read.fault;
    else if (best === null || read.value.lines.head.count > best.lines.head.count)
      best = { ...read.value, checkRun };
  }
  return best === null ? refused(why) : ok(best);
}

/** The entries of the part that goes on behind what was read, or null where none does. */
function readPart(
  own: readonly PublishedCheckRun[],
  { hash, codec }: Question,
  { number, run, have }: { readonly number: number; readonly run: string; readonly have: number },
): Result<readonly Entry[] | null, ReadAuditFault> {
  let best: ReadPlace | null = null;
  let why: ReadAuditFault | null = null;
  for (const { name, externalId, text } of own) {
    if (name !== partName(number) || externalId !== partExternalId(hash, number)) continue;
    const read = readPlace(text, codec, have);
    if (!read.ok) {
      why = read.fault;
      continue;
    }
    const goesOn = read.value.lines.run === run && read.value.entries.some(({ seq }) => seq === have);
    if (goesOn && (best === null || read.value.lines.head.count > best.lines.head.count)) best = read.value;
  }
  return best === null && why !== null ? refused(why) : ok(best?.entries ?? null);
}

function readPlace(text: string, codec: RecordCodec, from: number): Result<ReadPlace, ReadAuditFault> {
  const lines = readAuditText(text);
  if (lines === null) return refused({ code: 'lines_malformed', entry: null });
  const entries = readEntries(lines, codec, from);
  return entries.ok ? ok({ lines, entries: entries.value }) : entries;
}

function readEntries(
  { count, packed }: AuditLines,
  codec: RecordCodec,
  from: number,
): Result<readonly Entry[], ReadAuditFault> {
  if (packed === null) return ok([]);
  const inflated = codec.decode(packed);
  if (!inflated.ok || count > maxEntries) return refused({ code: 'entries_malformed', entry: null });
  const entries: Entry[] = [];
  for (const line of inflated.value.split('\n')) {
    const json = parseJson(line);
    const entry = json.ok && canonical(json.value) === line ? parseEntry(json.value) : null;
    if (entry === null || !entry.ok)
      return refused({ code: 'entries_malformed', entry: from + entries.length });
    entries.push(entry.value);
  }
  if (entries.length === count) return ok(entries);
  return refused({ code: 'entries_malformed', entry: from + Math.min(entries.length, count) });
}
