import type { Entry } from '../audit/entry.ts';
import { parseEntry } from '../audit/parse.ts';
import { isVisible } from '../evidence/visible.ts';
import { canonical } from '../json/canonical.ts';
import { digestText, type Digest } from '../json/digest.ts';
import { parseJson } from '../json/parse.ts';
import { exactly, list, object, readShape, text as textShape, type Shape } from '../json/shape.ts';
import { utf8Length } from '../json/utf8.ts';
import type { RefusalCode } from '../refusal.ts';
import { ok, refused, type Result } from '../result.ts';
import { describeFaults } from './fault.ts';
import { parseProposal } from './parse.ts';
import type { Proposal } from './proposal.ts';
import { recordKind, type ProposalRecord } from './record.ts';
import { readRunnerEvents, type Started } from './runner-events.ts';
import { maxEvidence } from './shape.ts';
import { hashProposal } from './write.ts';

/** A record whose parts agree with one another. */
export interface ParsedRecord {
  readonly record: ProposalRecord;
  readonly proposal: Proposal;
  readonly hash: Digest;
  readonly started: Started;
}

/** Why a text is no record. `detail` is one line for logs and answers; in Markdown it belongs into a code span. */
export interface RecordFault {
  readonly code: RefusalCode;
  readonly detail: string;
}

const maxEvents = 4096;

const entry: Shape<Entry> = (value, path) => {
  const read = parseEntry(value);
  return read.ok ? read : refused(read.fault.map((one) => ({ ...one, path: `${path}.${one.path}` })));
};

const recordShape: Shape<ProposalRecord> = object({
  kind: exactly(recordKind),
  proposal: textShape('the proposal’s text', 1_048_576),
  excerpts: list(textShape('an excerpt', 65_536), maxEvidence),
  events: list(entry, maxEvents),
});

/**
 * Reads a record from its canonical text, strictly, and holds its parts against one another: the
 * proposal, each excerpt with its receipt, the runner's events with the head and the origin that the
 * proposal names. Whatever was changed anywhere, some digest no longer fits.
 */
export function parseRecord(text: string): Result<ParsedRecord, RecordFault> {
  const json = parseJson(text);
  if (!json.ok) return fault('record_malformed', `not strict JSON (${json.fault.code})`);
  if (canonical(json.value) !== text) return fault('record_malformed', 'not canonical JSON');
  const shaped = readShape(recordShape, json.value);
  if (!shaped.ok) return fault('record_malformed', describeFaults(shaped.fault));
  const record = shaped.value;
  const parsed = parseProposal(record.proposal);
  if (!parsed.ok) return fault(parsed.fault.code, describeFaults(parsed.fault.faults));
  const proposal = parsed.value;
  const excerpts = faultOfExcerpts(record, proposal);
  if (excerpts !== null) return fault('record_malformed', excerpts);
  const started = readRunnerEvents(record.events, proposal);
  if (!started.ok) return fault('record_malformed', started.fault);
  return ok({ record, proposal, hash: hashProposal(record.proposal), started: started.value });
}

function faultOfExcerpts(record: ProposalRecord, proposal: Proposal): string | null {
  if (record.excerpts.length !== proposal.evidence.length) return 'not one excerpt for each receipt';
  for (const [index, receipt] of proposal.evidence.entries()) {
    const excerpt = record.excerpts[index];
    if (excerpt === undefined || digestText(excerpt) !== receipt.excerpt)
      return `excerpt ${index + 1} does not fit its digest`;
    if (utf8Length(excerpt) !== receipt.bytes.excerpt) return `excerpt ${index + 1} does not fit its length`;
    if (!isVisible(excerpt)) return `excerpt ${index + 1} holds characters that a reader can’t see`;
  }
  return null;
}

function fault(code: RefusalCode, detail: string): Result<never, RecordFault> {
  return refused({ code, detail });
}
