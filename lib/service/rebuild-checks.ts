import { verifyChain, type ChainFault, type Entry, type Head } from '../core/audit/entry.ts';
import { headDocument } from '../core/audit/head.ts';
import { readExport } from '../core/export/read.ts';
import { digestText } from '../core/json/digest.ts';
import type { Exports } from '../core/port/exports.ts';
import type { PublishedRun } from '../core/port/published-run.ts';
import type { RecordCodec } from '../core/port/record-codec.ts';
import type { SealVerdict, SealVerifier } from '../core/port/seal.ts';
import type { Signer } from '../core/port/signer.ts';
import { splitBody } from '../core/proposal/body.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import { runIdOf } from '../core/proposal/proposal.ts';
import { readAudit, type ReadAuditFault } from '../core/publication/read-audit.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';

/** What the checks need: the keys, and the place where exports are kept. */
export interface CheckPorts {
  /** Without a line in the body: whether it may be that the App sealed it, as its signed audit must then say. */
  readonly seals: SealVerifier;
  readonly signer: Signer;
  readonly codec: RecordCodec;
  readonly exports: Exports;
}

/** A run of which everything that is kept of it was verified. */
export interface VerifiedRun {
  readonly read: ParsedRecord;
  readonly recordText: string;
  readonly entries: readonly Entry[];
  /** How many of them the check run tells about; 0 where there is none any more. */
  readonly published: number;
  readonly from: 'check run' | 'export';
}

/** Why a run is not put back; `entry`: the first that is bad, where it is one. */
export interface CheckFault {
  readonly code:
    | RefusalCode
    | ReadAuditFault['code']
    | ChainFault['code']
    | 'export_missing'
    | 'export_malformed'
    | 'signature_wrong'
    | 'record_differs'
    | 'issue_differs';
  readonly entry: number | null;
}

interface Proposed {
  readonly read: ParsedRecord;
  readonly recordText: string;
  readonly sealKind: Extract<SealVerdict, { ok: true }>['kind'];
}

interface Chain {
  readonly entries: readonly Entry[];
  readonly head: Head;
}

/**
 * Verifies what GitHub shows of a run: the record and its seal, and an audit that is whole, linked, about this
 * very issue, and whose head *this* App signed. The check run is looked at first; where its audit does not
 * verify or ends earlier, the export in the durable place counts, which is judged the same way.
 */
export async function checkPublished(
  ports: CheckPorts,
  published: PublishedRun,
): Promise<Result<VerifiedRun, CheckFault>> {
  const proposed = await checkProposal(ports, published);
  if (!proposed.ok) return proposed;
  const { hash, proposal } = proposed.value.read;
  const told = checkChain(readTold(ports, published, hash), proposed.value, published);
  const kept = await readKept(ports, {
    repositoryId: published.repository.id,
    run: runIdOf(proposal),
    hash,
  });
  const exported = checkChain(kept, proposed.value, published);
  const count = told.ok ? told.value.entries.length : 0;
  if (exported.ok && exported.value.entries.length > count)
    return ok({ ...proposed.value, entries: exported.value.entries, published: count, from: 'export' });
  return told.ok
    ? ok({ ...proposed.value, entries: told.value.entries, published: count, from: 'check run' })
    : refused(told.fault.code === 'check_run_missing' && !exported.ok ? worse(exported.fault) : told.fault);
}

/** Where neither is there, the check run is what is missed first. */
function worse(fault: CheckFault): CheckFault {
  return fault.code === 'export_missing' ? bad('check_run_missing') : fault;
}

async function checkProposal(
  { codec, seals }: CheckPorts,
  { issue, repository }: PublishedRun,
): Promise<Result<Proposed, CheckFault>> {
  const parts = splitBody(issue.body);
  if (!parts.ok) return refused(bad(parts.fault));
  const recordText = codec.decode(parts.value.packedRecord);
  if (!recordText.ok) return refused(bad(recordText.fault));
  const read = parseRecord(recordText.value);
  if (!read.ok) return refused(bad(read.fault.code));
  const { proposal, hash } = read.value;
  if (proposal.repository.id !== repository.id) return refused(bad('repository_mismatch'));
  const record = digestText(recordText.value);
  const subject = { hash, record, repositoryId: repository.id, run: runIdOf(proposal) };
  const verdict = await seals.verify(subject, parts.value.seal);
  return verdict.ok
    ? ok({ read: read.value, recordText: recordText.value, sealKind: verdict.kind })
    : refused(bad(verdict.code));
}

/** The audit of our own check runs, with a head that our own key signed. */
function readTold(
  { codec, signer, exports }: CheckPorts,
  { checkRuns }: PublishedRun,
  hash: string,
): Result<Chain, CheckFault> {
  const audit = readAudit(checkRuns.all, { hash, codec, isOwn: (app) => app?.id === exports.appId });
  if (!audit.ok) return audit;
  const { run, head, signature, entries } = audit.value;
  // Ed25519 signs without chance (RFC 8032): our own signature is the one that we would make again.
  const own = signature?.keyId === signer.keyId && signature.value === signer.sign(headDocument(run, head));
  return own ? ok({ entries, head }) : refused(bad('signature_wrong'));
}

/** The run's export, with a statement that our own key signed. */
async function readKept(
  { exports, signer }: CheckPorts,
  run: Parameters<Exports['find']>[0],
): Promise<Result<Chain, CheckFault>> {
  const text = await exports.find(run);
  if (text === null) return refused(bad('export_missing'));
  const read = readExport(text);
  if (!read.ok) return refused({ code: 'export_malformed', entry: read.fault.seq });
  const { envelope, statement, entries } = read.value;
  const own = envelope.keyId === signer.keyId && envelope.signature === signer.signPayload(envelope.signed);
  if (!own || statement.hash !== run.hash) return refused(bad('signature_wrong'));
  return ok({ entries, head: statement.summary.head });
}

/** The chain holds up to its head, begins with the record's own events, and is about this issue's proposal. */
function checkChain(
  chain: Result<Chain, CheckFault>,
  { read, recordText, sealKind }: Proposed,
  { issue }: PublishedRun,
): Result<Chain, CheckFault> {
  if (!chain.ok) return chain;
  const { entries, head } = chain.value;
  const broken = verifyChain(entries, head);
  if (broken !== null) return refused({ code: broken.code, entry: broken.seq });
  const { events } = read.proposal;
  const received = entries[events.count];
  if (entries[events.count - 1]?.digest !== events.head || received?.type !== 'proposal.received')
    return refused({ code: 'record_differs', entry: events.count });
  const { data } = received;
  if (received.run !== runIdOf(read.proposal) || data.hash !== read.hash)
    return refused({ code: 'record_differs', entry: events.count });
  if (data.record !== digestText(recordText)) return refused({ code: 'record_differs', entry: events.count });
  const accepted = entries[events.count + 1];
  if (accepted?.type !== 'proposal.accepted' || accepted.data.seal.kind !== sealKind)
    return refused(bad('seal_invalid'));
  // The same bytes under another issue are a copy: the run is where it was taken in.
  return data.issue.id === issue.id && data.issue.number === issue.number
    ? chain
    : refused(bad('issue_differs'));
}

function bad(code: CheckFault['code']): CheckFault {
  return { code, entry: null };
}
