import { digestText } from '../core/json/digest.ts';
import type { RecordCodec } from '../core/port/record-codec.ts';
import type { ActionsRun, HostFault, Issue, RunnerHost } from '../core/port/runner-host.ts';
import type { SealVerifier } from '../core/port/seal.ts';
import { splitBody } from '../core/proposal/body.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import { runIdOf } from '../core/proposal/proposal.ts';
import { render } from '../core/proposal/render.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';

/** An open proposal of this Actions run, of this or an earlier attempt. */
export interface FoundProposal {
  readonly issue: Issue;
  readonly parsed: ParsedRecord;
}

/** An open issue that claims to be a proposal of this run and is not. */
export interface PlantedIssue {
  readonly number: number;
  readonly code: RefusalCode;
}

/**
 * Looks for the open proposal of an Actions run. Anyone can open an issue that looks like one, so it
 * counts only when record, page and seal hold; what claims this run without that is reported and left alone.
 */
export async function findProposal(
  run: ActionsRun,
  ports: { readonly host: RunnerHost; readonly codec: RecordCodec; readonly verifier: SealVerifier },
): Promise<
  Result<{ readonly found: FoundProposal | null; readonly planted: readonly PlantedIssue[] }, HostFault>
> {
  const open = await ports.host.openProposals({ repository: run.repository.name });
  if (!open.ok) return refused(open.fault);
  const planted: PlantedIssue[] = [];
  for (const issue of open.value) {
    const read = await readIssue(issue, run, ports);
    if (read === null) continue;
    if (read.ok) return ok({ found: read.value, planted });
    // Neither found nor planted: whoever goes on here could propose a second time.
    if (read.fault === 'seal_unreadable')
      return refused({ code: 'unreadable', status: null, what: 'the App did not say what it sealed' });
    planted.push({ number: issue.number, code: read.fault });
  }
  return ok({ found: null, planted });
}

/** Null: the issue does not claim to come from this Actions run. */
async function readIssue(
  issue: Issue,
  run: ActionsRun,
  ports: { readonly codec: RecordCodec; readonly verifier: SealVerifier },
): Promise<Result<FoundProposal, RefusalCode> | null> {
  const body = splitBody(issue.body);
  if (!body.ok) return null;
  const text = ports.codec.decode(body.value.packedRecord);
  if (!text.ok) return null;
  const parsed = parseRecord(text.value);
  if (!parsed.ok) return null;
  const { proposal, hash } = parsed.value;
  if (!('actions' in proposal.origin) || proposal.origin.actions.runId !== run.id) return null;
  if (proposal.repository.id !== run.repository.id) return refused('repository_mismatch');
  const page = render(parsed.value);
  if (page.title !== issue.title || page.visible !== body.value.visible) return refused('body_differs');
  const subject = {
    hash,
    record: digestText(text.value),
    repositoryId: proposal.repository.id,
    run: runIdOf(proposal),
  };
  const seal = await ports.verifier.verify(subject, body.value.seal);
  if (!seal.ok) return refused(seal.code);
  return ok({ issue, parsed: parsed.value });
}
