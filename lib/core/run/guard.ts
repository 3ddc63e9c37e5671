import type { Run } from './advance.ts';
import type { RunEvent } from './event.ts';

/**
 * What an event that the table lists must fit besides: what the run has behind it, and what the event
 * says of itself. Together with the table these are the invariants of a run: nothing is done without
 * enough people's yes, nothing is sent twice, and only the newest claim acts.
 */
export function allows(run: Run, event: RunEvent): boolean {
  switch (event.type) {
    // The runner's part ends where the App received the proposal.
    case 'server.started':
    case 'flow.started':
    case 'flow.ended':
    case 'step.skipped':
    case 'step.expected':
    case 'tool.called':
    case 'tool.answered':
    case 'servers.stopped':
    case 'attention.asked':
    case 'gathering.failed':
    case 'proposal.composed':
    case 'proposal.received':
      return run.issue === null;
    case 'proposal.accepted':
      return run.issue !== null;
    case 'approval.recorded': {
      const { by, have, need } = event.data;
      const first = run.approvals.every((approval) => approval.by.id !== by.id);
      return !run.held && first && have >= 1 && have <= run.approvals.length + 1 && need >= 1;
    }
    case 'intent.recorded':
      return !run.intent && !run.held && run.tally !== null && run.tally.have >= run.tally.need;
    case 'run.released':
      return run.held;
    case 'claim.taken':
      return run.intent && !run.held && event.data.fence === run.fence + 1;
    case 'write.started':
      return !run.sent && event.data.fence === run.fence;
    case 'write.answered':
      return run.sent;
    case 'issue.lost':
      return !run.issueLost;
    case 'run.resumed':
      // A run that failed may execute only where people approved, and never a second time.
      return run.state !== 'failed' || (run.intent && !run.sent);
    case 'run.started':
    case 'attention.answered':
    case 'command.refused':
    case 'command.answered':
    case 'approvals.voided':
    case 'run.held':
    case 'rights.read':
    case 'policy.read':
    case 'precondition.equal':
    case 'precondition.differed':
    case 'write.found':
    case 'write.ambiguous':
    case 'execution.failed':
    case 'readback.equal':
    case 'readback.differed':
    case 'readback.pending':
    case 'readback.unreadable':
    case 'run.rejected':
    case 'run.cancelled':
    case 'run.expired':
    case 'run.superseded':
    case 'run.replaces':
    case 'reminder.planned':
    case 'alert.raised':
    case 'published':
      return true;
  }
}
