import { readExport } from '../core/export/read.ts';
import type { PublishedRunReader } from '../core/port/published-run.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { SignatureCheck } from '../core/port/signer.ts';
import { ok, type Result } from '../core/result.ts';
import { presentExport } from '../core/verify/present-export.ts';
import { presentPublished, type PublishedQuestion } from '../core/verify/present-published.ts';
import type { TrustedKeys } from '../core/verify/presented.ts';
import { unreadableExport, verifyRun, type Verification } from '../core/verify/verify.ts';

/** Verifies an export from its text alone; null stands for bytes that are no text. */
export function verifyExport(
  text: string | null,
  trusted: TrustedKeys,
  signatures: SignatureCheck,
): Verification {
  if (text === null) return unreadableExport({ code: 'not_text', line: 1, seq: null });
  const read = readExport(text);
  return read.ok ? verifyRun(presentExport(read.value, trusted, signatures)) : unreadableExport(read.fault);
}

/** Verifies a run from what GitHub shows of it. Refused where GitHub could not be asked: then nothing is said. */
export async function verifyPublished(
  reader: PublishedRunReader,
  issue: { readonly repository: string; readonly issueNumber: number },
  question: PublishedQuestion,
): Promise<Result<Verification, HostFault>> {
  const run = await reader.read(issue);
  return run.ok ? ok(verifyRun(presentPublished(run.value, question))) : run;
}
