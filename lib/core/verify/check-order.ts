import type { Entry } from '../audit/entry.ts';
import { counted } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'order';

interface Progress {
  readonly received: boolean;
  readonly accepted: boolean;
  /** People who approved since the last voiding. */
  readonly approvers: ReadonlySet<string>;
  readonly intent: boolean;
  readonly fence: number;
  /** People whose right was read again since the last claim. */
  readonly rights: ReadonlySet<string>;
  readonly started: boolean;
  readonly made: boolean;
}

const nothing: Progress = {
  received: false,
  accepted: false,
  approvers: new Set(),
  intent: false,
  fence: 0,
  rights: new Set(),
  started: false,
  made: false,
};

/**
 * One thing after the other: taken in, approved, intent recorded, claimed, rights read again, sent,
 * answered, read back. It is written apart from the state table, so that a fault in that one shows.
 */
export function checkOrder({ entries }: Presented): Finding {
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  let progress = nothing;
  for (const [index, entry] of entries.entries()) {
    const fault = index === 0 && entry.type !== 'run.started' ? 'does not start' : faultOf(progress, entry);
    if (fault !== null) return fails(check, 'out_of_order', `${entry.type} ${fault}`, index);
    progress = after(progress, entry);
  }
  const people = counted(progress.approvers.size, 'approval');
  const steps = [
    ...(progress.intent ? [people, 'intent'] : []),
    ...(progress.fence > 0 ? ['claim'] : []),
    ...(progress.started ? ['one sending'] : []),
    ...(progress.made ? ['its result'] : []),
  ];
  return passes(check, steps.length === 0 ? 'nothing was done' : `${steps.join(', then ')}, in this order`);
}

/** What is missing before an entry, or null where all that must be there is. */
function faultOf(progress: Progress, entry: Entry): string | null {
  const { received, accepted, approvers, intent, fence, rights, started, made } = progress;
  switch (entry.type) {
    case 'proposal.received':
      return received ? 'comes twice' : null;
    case 'proposal.accepted':
      return received && !accepted ? null : 'does not follow the taking in';
    case 'approval.recorded':
      return accepted && fence === 0 ? null : 'comes before the acceptance, or after the claim';
    case 'intent.recorded':
      return approvers.size > 0 && !intent ? null : 'comes without an approval';
    case 'claim.taken':
      return intent && entry.data.fence === fence + 1 ? null : 'comes without an intent, or out of count';
    case 'rights.read':
    case 'precondition.equal':
    case 'precondition.differed':
      return fence > 0 ? null : 'comes before the claim';
    case 'write.started':
      if (fence === 0 || entry.data.fence !== fence) return 'comes without its claim';
      return [...approvers].every((id) => rights.has(id)) ? null : 'comes before every right was read again';
    case 'write.answered':
      return started ? null : 'comes without a sending';
    case 'write.found':
    case 'write.ambiguous':
    case 'execution.failed':
      return fence > 0 ? null : 'comes without a claim';
    case 'readback.equal':
    case 'readback.differed':
    case 'readback.pending':
    case 'readback.unreadable':
      return made ? null : 'comes without anything made';
    case 'run.rejected':
    case 'run.expired':
    case 'run.superseded':
    case 'approvals.voided':
      return accepted && fence === 0 ? null : 'comes before the acceptance, or after the claim';
    case 'run.started':
      return entry.seq === 0 ? null : 'comes twice';
    case 'server.started':
    case 'flow.started':
    case 'flow.ended':
    case 'step.skipped':
    case 'step.expected':
    case 'tool.called':
    case 'tool.answered':
    case 'servers.stopped':
    case 'attention.asked':
    case 'attention.answered':
    case 'gathering.failed':
    case 'proposal.composed':
      return received ? 'comes after the taking in' : null;
    case 'command.refused':
    case 'command.answered':
    case 'run.held':
    case 'run.released':
    case 'run.cancelled':
    case 'run.resumed':
    case 'policy.read':
    case 'run.replaces':
    case 'issue.lost':
    case 'reminder.planned':
    case 'alert.raised':
    case 'published':
      return accepted ? null : 'comes before the acceptance';
  }
}

function after(progress: Progress, entry: Entry): Progress {
  if (entry.type === 'proposal.received') return { ...progress, received: true };
  if (entry.type === 'proposal.accepted') return { ...progress, accepted: true };
  if (entry.type === 'approval.recorded')
    return { ...progress, approvers: new Set([...progress.approvers, entry.data.by.id]) };
  if (entry.type === 'approvals.voided') return { ...progress, approvers: new Set(), intent: false };
  if (entry.type === 'intent.recorded') return { ...progress, intent: true };
  if (entry.type === 'claim.taken') return { ...progress, fence: entry.data.fence, rights: new Set() };
  if (entry.type === 'rights.read')
    return { ...progress, rights: new Set([...progress.rights, entry.data.by.id]) };
  if (entry.type === 'write.started') return { ...progress, started: true };
  if (entry.type === 'write.answered' || entry.type === 'write.found') return { ...progress, made: true };
  return progress;
}
