import type { EventType } from './event.ts';
import type { State } from './state.ts';

/**
 * The state machine as data: from a state, which events may come, and where each leads. An event that
 * a state does not list is refused. `docs/states.md` is generated from it. Nothing else in the project
 * knows how states follow one another.
 *
 * What an event must say besides, and what the run must have behind it, is in `guard.ts`: `/resume` leads
 * from `failed` to `executing` only where something was approved and nothing sent; from `uncertain` it
 * leads on only when the write was found.
 */
export const table: Readonly<Record<State, Readonly<Partial<Record<EventType, State>>>>> = {
  created: { 'run.started': 'gathering' },
  gathering: {
    'server.started': 'gathering',
    'tool.called': 'gathering',
    'tool.answered': 'gathering',
    'servers.stopped': 'gathering',
    'attention.asked': 'needs_attention',
    'gathering.failed': 'failed',
    'proposal.composed': 'gathering',
    'proposal.received': 'gathering',
    'proposal.accepted': 'awaiting_approval',
  },
  needs_attention: { 'attention.answered': 'gathering' },
  awaiting_approval: {
    'command.refused': 'awaiting_approval',
    'command.answered': 'awaiting_approval',
    'approval.recorded': 'awaiting_approval',
    'approvals.voided': 'awaiting_approval',
    'intent.recorded': 'awaiting_approval',
    'run.held': 'awaiting_approval',
    'run.released': 'awaiting_approval',
    'alert.raised': 'awaiting_approval',
    published: 'awaiting_approval',
    'claim.taken': 'executing',
    'run.rejected': 'rejected',
    'run.expired': 'expired',
    'run.superseded': 'superseded',
    'run.cancelled': 'cancelled',
  },
  executing: {
    'command.refused': 'executing',
    'command.answered': 'executing',
    'alert.raised': 'executing',
    published: 'executing',
    'claim.taken': 'executing',
    'rights.read': 'executing',
    'write.started': 'executing',
    'write.answered': 'verifying',
    'write.found': 'verifying',
    'write.ambiguous': 'uncertain',
    'execution.failed': 'failed',
  },
  verifying: {
    'command.refused': 'verifying',
    'command.answered': 'verifying',
    'alert.raised': 'verifying',
    published: 'verifying',
    'claim.taken': 'verifying',
    'readback.equal': 'completed',
    'readback.differed': 'mismatched',
    'readback.unreadable': 'unverified',
  },
  completed: {
    'command.refused': 'completed',
    'command.answered': 'completed',
    'alert.raised': 'completed',
    published: 'completed',
  },
  mismatched: {
    'command.refused': 'mismatched',
    'command.answered': 'mismatched',
    'alert.raised': 'mismatched',
    published: 'mismatched',
    'run.resumed': 'verifying',
    'run.cancelled': 'cancelled',
  },
  unverified: {
    'command.refused': 'unverified',
    'command.answered': 'unverified',
    'alert.raised': 'unverified',
    published: 'unverified',
    'run.resumed': 'verifying',
    'run.cancelled': 'cancelled',
  },
  uncertain: {
    'command.refused': 'uncertain',
    'command.answered': 'uncertain',
    'alert.raised': 'uncertain',
    published: 'uncertain',
    'run.resumed': 'uncertain',
    'write.found': 'verifying',
    'write.ambiguous': 'uncertain',
    'run.cancelled': 'cancelled',
  },
  failed: {
    'command.refused': 'failed',
    'command.answered': 'failed',
    'alert.raised': 'failed',
    published: 'failed',
    'run.resumed': 'executing',
    'run.cancelled': 'cancelled',
  },
  rejected: {
    'command.refused': 'rejected',
    'command.answered': 'rejected',
    'alert.raised': 'rejected',
    published: 'rejected',
  },
  expired: {
    'command.refused': 'expired',
    'command.answered': 'expired',
    'alert.raised': 'expired',
    published: 'expired',
  },
  superseded: {
    'command.refused': 'superseded',
    'command.answered': 'superseded',
    'alert.raised': 'superseded',
    published: 'superseded',
  },
  cancelled: {
    'command.refused': 'cancelled',
    'command.answered': 'cancelled',
    'alert.raised': 'cancelled',
    published: 'cancelled',
  },
};
