import { headDocument } from '../audit/head.ts';
import type { RecordCodec } from '../port/record-codec.ts';
import type { PublishedRun } from '../port/published-run.ts';
import type { SealLine, SealSubject } from '../port/seal.ts';
import type { SignatureCheck } from '../port/signer.ts';
import { splitBody } from '../proposal/body.ts';
import { parseRecord, type ParsedRecord, type RecordFault } from '../proposal/parse-record.ts';
import { readAudit, type ReadAudit, type ReadAuditFault } from '../publication/read-audit.ts';
import { refused, type Result } from '../result.ts';
import { chooseApp, type Chosen } from './choose-app.ts';
import type { EntriesFault, Presented, SignatureState, TrustedKeys } from './presented.ts';

/** What verifying a published run needs besides the run itself. */
export interface PublishedQuestion {
  /** Decimal id of the App whose check runs count; null to take the one that is found, and to say so. */
  readonly appId: string | null;
  readonly trusted: TrustedKeys;
  readonly codec: RecordCodec;
  readonly signatures: SignatureCheck;
  /** Recomputes an HMAC seal; null where no key was given. */
  readonly sealHolds: ((subject: SealSubject, line: SealLine) => boolean) | null;
}

/** A run as GitHub shows it, laid before the checks: the record from the issue, the entries from the App's check runs. */
export function presentPublished(run: PublishedRun, question: PublishedQuestion): Presented {
  const { codec, sealHolds, appId } = question;
  const body = splitBody(run.issue.body);
  const text = body.ok ? codec.decode(body.value.packedRecord) : body;
  const record = text.ok ? text.value : '';
  const read: Result<ParsedRecord, RecordFault> = text.ok
    ? parseRecord(record)
    : refused({ code: 'record_missing', detail: '' });
  const hash = read.ok ? read.value.hash : null;
  const chosen = chooseApp(run.checkRuns.all, hash, appId);
  const audit = hash === null || chosen.kind !== 'one' ? null : readAudit(chosen.own, askFor(hash, codec));
  const found = audit?.ok === true ? audit.value : null;
  return {
    record,
    read,
    entries: found?.entries ?? null,
    entriesFault: entriesFault(chosen, audit),
    head: found?.head ?? null,
    signature: found === null ? { kind: 'absent' } : signatureOf(found, question),
    statement: null,
    published: {
      run,
      checkRun: found?.checkRun ?? null,
      app: chosen.kind === 'one' ? chosen.app : null,
    },
    recheckSeal: recheck(sealHolds, body.ok ? body.value.seal : null),
  };
}

/** Whose the check runs are was judged when the App was chosen. */
function askFor(hash: string, codec: RecordCodec): Parameters<typeof readAudit>[1] {
  return { hash, codec, isOwn: () => true };
}

function entriesFault(chosen: Chosen, audit: Result<ReadAudit, ReadAuditFault> | null): EntriesFault | null {
  if (chosen.kind === 'several') {
    const said = `several Apps show check runs of this proposal (${chosen.ids.join(', ')}): name yours with --app`;
    return { code: 'apps_several', seq: null, said };
  }
  if (audit === null || audit.ok) return null;
  const { code, entry } = audit.fault;
  switch (code) {
    // Nothing is wrong with what is not there.
    case 'check_run_missing':
      return null;
    case 'lines_malformed':
      return { code, seq: entry, said: 'the check run’s text is not as the App writes it' };
    case 'entries_malformed':
      return { code, seq: entry, said: 'an entry in the check run does not read' };
  }
}

function signatureOf(
  { run, head, signature }: ReadAudit,
  { trusted, signatures }: PublishedQuestion,
): SignatureState {
  const asked = trusted.keys.length + trusted.thumbprints.length > 0;
  if (signature === null) return { kind: asked ? 'unsigned' : 'absent' };
  const { keyId, value } = signature;
  const key = trusted.keys.find(({ kid }) => kid === keyId);
  if (key !== undefined) {
    const holds = signatures.document({ ...key }, headDocument(run, head), value);
    return { kind: holds ? 'holds' : 'wrong', keyId };
  }
  // A thumbprint names a key without being one, and the check run does not carry the key itself.
  return { kind: asked && !trusted.thumbprints.includes(keyId) ? 'other_key' : 'untried', keyId };
}

function recheck(sealHolds: PublishedQuestion['sealHolds'], line: SealLine | null): Presented['recheckSeal'] {
  if (sealHolds === null) return null;
  return (subject) => {
    if (line === null) return 'no_line';
    return sealHolds(subject, line) ? 'holds' : 'wrong';
  };
}
