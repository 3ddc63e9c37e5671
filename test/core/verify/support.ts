import { signatureCheck } from '../../../lib/adapters/signing/verify-signature.ts';
import { headOfAll, type Entry } from '../../../lib/core/audit/entry.ts';
import { decodeUtf8 } from '../../../lib/core/export/base64.ts';
import type { Statement } from '../../../lib/core/export/statement.ts';
import { summarise } from '../../../lib/core/export/summary.ts';
import { renderExport } from '../../../lib/core/export/render.ts';
import type { Signer } from '../../../lib/core/port/signer.ts';
import { parseRecord } from '../../../lib/core/proposal/parse-record.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import type { CheckName, Finding } from '../../../lib/core/verify/finding.ts';
import type { Presented, TrustedKeys } from '../../../lib/core/verify/presented.ts';
import type { Verification } from '../../../lib/core/verify/verify.ts';
import { verifyExport } from '../../../lib/service/verify-run.ts';
import { keysOf, signerOf } from '../../support/signing.ts';
import type { Twist } from '../../support/proposal.ts';
import { appId, endsWell, wholeRun, type Story, type WholeRun } from '../../support/whole-run.ts';

/** The App's key, and somebody else's. */
export const own: Signer = signerOf(7);
export const other: Signer = signerOf(8);

/** The App's key, as whoever verifies knows it. */
export const trusted: TrustedKeys = { keys: keysOf(own), thumbprints: [] };
export const nobody: TrustedKeys = { keys: [], thumbprints: [] };

/** The export of a run that ends well, and its bytes. */
export const base: WholeRun = wholeRun();
export const exported: string = exportOf(base);

/** What the App would export of a run that its ledger holds. */
export function exportOf(
  run: { readonly record: string; readonly entries: readonly Entry[] },
  signer: Signer = own,
): string {
  return renderExport({ record: run.record, entries: run.entries, appId }, signer);
}

/** Verifies a text, or bytes, as the command does. */
export function verify(given: string | Uint8Array, keys: TrustedKeys = trusted): Verification {
  return verifyExport(typeof given === 'string' ? given : decodeUtf8(given), keys, signatureCheck);
}

/** What one check found. */
export function found({ findings }: Verification, check: CheckName): Finding {
  const finding = findings.find((one) => one.check === check);
  if (finding === undefined) throw new Error(`there is no finding of ${check}`);
  return finding;
}

/** The checks that fail, by name, with their code and entry. */
export function failures({ findings }: Verification): readonly string[] {
  return findings
    .filter(({ answer }) => answer === 'fail')
    .map(({ check, code, seq }) => `${check} ${code} ${seq ?? '-'}`);
}

/** The lines of a text that ends with a line feed, and back. */
export function linesOf(text: string): readonly string[] {
  return text.slice(0, -1).split('\n');
}

export function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/**
 * A run laid before the checks by hand, without an App's word on it: what an App that had lost its mind
 * could have entered, and never would export.
 */
export function laidOut(run: { readonly record: string; readonly entries: readonly Entry[] }): Presented {
  return {
    record: run.record,
    read: parseRecord(run.record),
    entries: run.entries,
    entriesFault: null,
    head: headOfAll(run.entries),
    signature: { kind: 'holds', keyId: own.keyId },
    statement: null,
    published: null,
    recheckSeal: null,
  };
}

/** The story of a run that ends well, with some of its events replaced, left out (null) or followed by more. */
export function twisted(
  change: (events: readonly RunEvent[], run: Parameters<Story>[0]) => readonly RunEvent[],
  twist: Twist = {},
): WholeRun {
  return wholeRun((run) => change(endsWell(run), run), twist, true);
}

/** What the App would sign of a run. */
export function statementOf(run: WholeRun): Statement {
  const { record, read, entries } = run;
  return { hash: read.hash, summary: summarise({ record, read, entries, appId }) };
}
