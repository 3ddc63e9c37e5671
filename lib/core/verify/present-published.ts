import { headDocument } from '../audit/head.ts';
import type { RecordCodec } from '../port/record-codec.ts';
import type { PublishedCheckRun, PublishedRun } from '../port/published-run.ts';
import type { SealLine, SealSubject } from '../port/seal.ts';
import type { SignatureCheck } from '../port/signer.ts';
import { splitBody } from '../proposal/body.ts';
import { parseRecord, type ParsedRecord, type RecordFault } from '../proposal/parse-record.ts';
import { readAuditText, type AuditLines } from '../publication/read-audit-text.ts';
import { refused, type Result } from '../result.ts';
import { chooseApp } from './choose-app.ts';
import type { Presented, SignatureState, TrustedKeys } from './presented.ts';
import { readPublishedEntries } from './published-entries.ts';

/** What verifying a published run needs besides the run itself. */
export interface PublishedQuestion {
  /** Decimal id of the App whose check runs count; null to take the one that is found, and to say so. */
  readonly appId: string | null;
  readonly trusted: TrustedKeys;
  readonly codec: Pick<RecordCodec, 'decode'>;
  readonly signatures: SignatureCheck;
  /** Recomputes an HMAC seal; null where no key was given. */
  readonly sealHolds: ((subject: SealSubject, line: SealLine) => boolean) | null;
}

/** A run as GitHub shows it, laid before the checks: the record from the issue, the entries from the App's check runs. */
export function presentPublished(run: PublishedRun, question: PublishedQuestion): Presented {
  const { codec, sealHolds } = question;
  const body = splitBody(run.issue.body);
  const text = body.ok ? codec.decode(body.value.packedRecord) : body;
  const record = text.ok ? text.value : '';
  const read: Result<ParsedRecord, RecordFault> =
    record === '' ? refused({ code: 'record_missing', detail: '' }) : parseRecord(record);
  const hash = read.ok ? read.value.hash : null;
  const chosen = chooseApp(run.checkRuns.all, hash, question.appId);
  const base = {
    record,
    read,
    statement: null,
    recheckSeal: recheck(sealHolds, body.ok ? body.value.seal : null),
  };
  if (chosen.kind !== 'one' || hash === null) {
    const said = `several Apps show check runs of this proposal (${chosen.kind === 'several' ? chosen.ids.join(', ') : ''}): name yours with --app`;
    return {
      ...base,
      entries: null,
      entriesFault: chosen.kind === 'several' ? { code: 'apps_several', seq: null, said } : null,
      head: null,
      signature: { kind: 'absent' },
      published: { run, checkRun: null, app: null },
    };
  }
  const { app, own } = chosen;
  const main = mainOf(own, hash);
  const lines = main === null ? null : readAuditText(main.text);
  const entries = main === null || lines === null ? null : readPublishedEntries(own, hash, lines, codec);
  return {
    ...base,
    entries: entries?.ok === true ? entries.value : null,
    entriesFault: entriesFault(main, lines, entries),
    head: lines?.head ?? null,
    signature: lines === null ? { kind: 'absent' } : signatureOf(lines, question),
    published: { run, checkRun: main, app },
  };
}

/** The App's own check run of the proposal: of several, as after a crash, the one that tells the most. */
function mainOf(own: readonly PublishedCheckRun[], hash: string): PublishedCheckRun | null {
  let best: PublishedCheckRun | null = null;
  let most = -1;
  for (const checkRun of own.filter(({ externalId }) => externalId === hash)) {
    const count = readAuditText(checkRun.text)?.head.count ?? 0;
    if (count < most) continue;
    [best, most] = [checkRun, count];
  }
  return best;
}

function entriesFault(
  main: PublishedCheckRun | null,
  lines: AuditLines | null,
  entries: ReturnType<typeof readPublishedEntries> | null,
): Presented['entriesFault'] {
  if (main !== null && lines === null)
    return { code: 'entries_malformed', seq: null, said: 'the check run’s text is not as the App writes it' };
  return entries?.ok === false
    ? { code: 'entries_malformed', seq: entries.fault.seq, said: entries.fault.said }
    : null;
}

function signatureOf(
  { run, head, signature }: AuditLines,
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
