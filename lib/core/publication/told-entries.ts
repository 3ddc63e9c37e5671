import type { Entry } from '../audit/entry.ts';
import type { RunView } from './view.ts';

/** The newest so many; a run that was resumed again and again has told the older ones before. */
const maxTold = 20;

/** The entries that the result tells about: approvals that count, what was done, and how it ended. */
export function toldEntries({ run, entries }: RunView): readonly Entry[] {
  const counted = new Set(run.approvals.map(({ entry }) => entry));
  return entries.filter((entry) => counted.has(entry.digest) || isOutcome(entry)).slice(-maxTold);
}

function isOutcome({ type }: Entry): boolean {
  switch (type) {
    case 'gathering.failed':
    case 'intent.recorded':
    case 'claim.taken':
    case 'write.started':
    case 'write.answered':
    case 'write.found':
    case 'write.ambiguous':
    case 'precondition.differed':
    case 'execution.failed':
    case 'readback.equal':
    case 'readback.differed':
    case 'readback.unreadable':
    case 'run.rejected':
    case 'run.cancelled':
    case 'run.expired':
    case 'run.superseded':
    case 'run.resumed':
      return true;
    case 'run.started':
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
    case 'proposal.composed':
    case 'proposal.received':
    case 'proposal.accepted':
    case 'command.refused':
    case 'command.answered':
    case 'approval.recorded':
    case 'approvals.voided':
    case 'run.held':
    case 'run.released':
    case 'rights.read':
    case 'policy.read':
    case 'precondition.equal':
    case 'readback.pending':
    case 'run.replaces':
    case 'issue.lost':
    case 'reminder.planned':
    case 'alert.raised':
    case 'published':
      return false;
  }
}
