import type { Digest } from '../json/digest.ts';
import { boundExcerpt } from '../evidence/bound.ts';
import { codeSpan, fence } from '../evidence/fence.ts';
import { minuteInWords, shortDigest } from '../proposal/words.ts';
import { refusals } from '../refusal.ts';
import { isTurnedAway } from '../run/turned-away.ts';
import { preconditionDifferences } from './differences.ts';
import { headline } from './headline.ts';
import { permissionsInWords } from './lacking.ts';
import { commandLines, nextStep } from './next-step.ts';
import { replacedBy, type Other } from './replacement.ts';
import { toldEntries } from './told-entries.ts';
import { countsOf, elsewhereOf, lastOf, sentenceOf, type RunView } from './view.ts';
import {
  approversInWords,
  counted,
  effectLink,
  fieldsInWords,
  link,
  mention,
  secondInWords,
} from './words.ts';

/** A rejection's reason is a person's own text, shown in a fence and no longer than this in UTF-8 bytes. */
const maxReasonBytes = 1_000;

/**
 * The comment that tells how a run ended, or where it stopped: what was or was not done, who approved,
 * what the read-back found, what comes next. Throws a TypeError for a state that is not told so.
 */
export function renderResult(
  page: RunView & {
    readonly checkRunUrl: string;
    /** The proposal that replaced this one, where one did. */
    readonly newer: Other | null;
    readonly marker: string;
  },
): {
  readonly body: string;
  /** Digests of the entries that the comment tells about, in the chain's order. */
  readonly entries: readonly Digest[];
} {
  const told = toldEntries(page);
  const lines = told.map(({ seq, type, digest }) => `${seq} ${type} ${digest}`);
  const paragraphs = [
    `**${headline(page, mention)}:** ${sentenceOf(page)}. ${outcome(page)}`,
    ...details(page),
    ...(page.newer === null ? [] : replacedBy({ ...page, newer: page.newer })),
    `**Next:** ${nextStep(page)}`,
    ...commandLines(page),
    audit(page),
    '<details>\n<summary>The audit entries that this tells about</summary>',
    fence(lines.join('\n'), 'text'),
    '</details>',
    page.marker,
  ];
  return { body: paragraphs.join('\n\n'), entries: told.map(({ digest }) => digest) };
}

function outcome(page: RunView): string {
  const { run } = page;
  switch (run.state) {
    case 'completed':
      return `${made(page)} ${equal(page)}`;
    case 'mismatched':
      return `${made(page)} ${different(page)}`;
    case 'unverified':
      return `${made(page)} ${unread(page)}`;
    case 'uncertain':
      return `One request was sent${sentAt(page)}; its effect was not found in ${looks(page)}. \`outcome_uncertain\``;
    case 'failed':
      return failure(page);
    case 'rejected':
    case 'expired':
    case 'superseded':
      return 'Nothing was done.';
    case 'cancelled':
      return run.sent ? 'What was sent before stays as it is.' : 'Nothing was done.';
    case 'created':
    case 'gathering':
    case 'needs_attention':
    case 'awaiting_approval':
    case 'executing':
    case 'verifying':
      throw new TypeError(`result: a run that is ${run.state} has none`);
  }
}

function made(page: RunView): string {
  const { effect } = page.run;
  const at = effect === null ? '' : `It is ${effectLink(effect, elsewhereOf(page))}. `;
  return lastOf(page, 'write.started') === null
    ? `${at}It was found made already; nothing was sent.`
    : `${at}One request was sent${sentAt(page)}; nothing else.`;
}

function equal(page: RunView): string {
  const fields = lastOf(page, 'readback.equal')?.data.fields ?? 0;
  return `Read back separately, all ${counted(fields, 'field')} are equal to what was approved.`;
}

function unread(page: RunView): string {
  const pending = lastOf(page, 'readback.unreadable')?.data.code === 'outcome_pending';
  return pending
    ? 'It had not ended when looking at it was given up, so nobody knows yet whether it is as approved. `outcome_pending`'
    : 'It could not be read back, so nobody knows yet whether it is as approved. `readback_unreadable`';
}

function different(page: RunView): string {
  const { fields, differing } = lastOf(page, 'readback.differed')?.data ?? { fields: 0, differing: [] };
  const names = fieldsInWords(differing);
  return `Read back separately, ${differing.length} of ${counted(fields, 'field')} differ: ${names}. \`readback_differs\``;
}

function looks(page: RunView): string {
  return counted(lastOf(page, 'write.ambiguous')?.data.looks ?? 0, 'look');
}

function sentAt(page: RunView): string {
  const started = lastOf(page, 'write.started');
  return started === null ? '' : ` at ${secondInWords(started.at)} UTC`;
}

function failure(page: RunView): string {
  const failed = lastOf(page, 'execution.failed') ?? lastOf(page, 'gathering.failed');
  if (failed === null) return 'Nothing was done.';
  const { code } = failed.data;
  const lacking = code === 'permission_missing' ? ` It needs ${permissionsInWords(page)}.` : '';
  return `${refusals[code]}${lacking} ${whatLeft(page)} ${codeSpan(code)}`;
}

function whatLeft(page: RunView): string {
  if (page.run.sent) return `One request was sent${sentAt(page)}${statusOf(page)}.`;
  const failed = page.entries.findLast(({ type }) => type === 'execution.failed');
  if (failed === undefined || !isTurnedAway(failed)) return 'Nothing was sent.';
  return `GitHub turned the request away${sentAt(page)} with 403: nothing was done.`;
}

function statusOf(page: RunView): string {
  const status = lastOf(page, 'execution.failed')?.data.status ?? null;
  return status === null ? '' : `, and answered with ${status}`;
}

function details(page: RunView): readonly string[] {
  const { run, proposal } = page;
  const approvers = approversInWords(run.approvals);
  const { need } = countsOf(page);
  const reason = run.state === 'rejected' ? (lastOf(page, 'run.rejected')?.data.reason ?? '') : '';
  return [
    ...(reason === ''
      ? []
      : ['The reason given:', fence(boundExcerpt(reason, maxReasonBytes).excerpt, 'text')]),
    ...(run.state === 'expired' && proposal.expiresAt !== null
      ? [
          `Its time was over at ${minuteInWords(proposal.expiresAt)}, with ${run.approvals.length} of ${counted(need, 'approval')}.`,
        ]
      : []),
    ...(approvers === null ? [] : [`Approved by ${approvers}.`]),
    ...changed(page),
  ];
}

/** By field, what no longer held of what was approved, where that is why nothing was done. */
function changed(page: RunView): readonly string[] {
  if (page.run.state !== 'failed') return [];
  if (lastOf(page, 'execution.failed')?.data.code !== 'precondition_failed') return [];
  const differed = lastOf(page, 'precondition.differed');
  return differed === null ? [] : [preconditionDifferences(differed.data.differing)];
}

function audit({ run, hash, checkRunUrl }: RunView & { readonly checkRunUrl: string }): string {
  const head =
    run.head.digest === null ? '' : `, head ${codeSpan(`sha256:${shortDigest(run.head.digest)}…`)}`;
  const proposal = codeSpan(`${shortDigest(hash)}…`);
  return `Audit: ${counted(run.head.count, 'entry', 'entries')}${head}, ${link('on the check run', checkRunUrl)} · proposal ${proposal}`;
}
