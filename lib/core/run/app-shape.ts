import type { PreconditionDifference } from '../action/compare-precondition.ts';
import { flag, list, nullable, oneOf } from '../json/shape.ts';
import type { AppEvent, DataOf } from './event.ts';
import {
  account,
  code,
  count,
  decimalId,
  digest,
  instant,
  line,
  opaqueId,
  ordinal,
  record,
  right,
  source,
  status,
  url,
  words,
  type MembersOf,
} from './shape-parts.ts';

type Accepted = DataOf<'proposal.accepted'>;

const readback: MembersOf<DataOf<'readback.equal'>> = {
  observed: digest,
  fields: count,
  differing: list(line, 200),
};

const refusedByPerson: MembersOf<DataOf<'run.rejected'>> = { by: account, right, source, reason: words };

/** What the data of each of the App's events look like. */
export const appMembers: { readonly [Type in AppEvent['type']]: MembersOf<DataOf<Type>> } = {
  'proposal.received': {
    hash: digest,
    record: digest,
    text: digest,
    issue: record<DataOf<'proposal.received'>['issue']>({
      number: ordinal,
      id: decimalId,
      nodeId: opaqueId,
      author: account,
    }),
    installation: decimalId,
    delivery: nullable(opaqueId),
  },
  'proposal.accepted': {
    seal: record<Accepted['seal']>({ kind: oneOf('hmac', 'oidc', 'app'), by: line }),
    policy: record<Accepted['policy']>({ source: line, digest: nullable(digest) }),
    eligible: record<Accepted['eligible']>({ count, complete: flag() }),
  },
  'command.refused': { verb: line, code, by: account, source },
  'command.answered': { verb: line, by: account, source },
  'approval.recorded': { hash: digest, by: account, right, source, have: ordinal, need: ordinal },
  'intent.recorded': { type: opaqueId, repositoryId: decimalId, idempotencyKey: opaqueId },
  'approvals.voided': { code, count },
  'run.held': { code },
  'run.released': { code },
  'claim.taken': { fence: ordinal, worker: opaqueId },
  'rights.read': { by: account, right },
  'policy.read': { commit: nullable(line), digest: nullable(digest) },
  'precondition.equal': { fields: count },
  'precondition.differed': {
    differing: list(
      record<PreconditionDifference>({ field: line, expected: line, observed: nullable(line) }),
      10,
    ),
  },
  'write.started': { fence: ordinal, request: digest },
  'write.answered': { status, id: opaqueId, number: nullable(ordinal), url },
  'write.found': { id: opaqueId, number: nullable(ordinal), url },
  'write.ambiguous': { code, looks: count },
  'execution.failed': { code, sent: flag(), status: nullable(status) },
  'readback.equal': readback,
  'readback.differed': readback,
  'readback.pending': { looks: ordinal, again: instant },
  'readback.unreadable': { code },
  'run.rejected': refusedByPerson,
  'run.cancelled': refusedByPerson,
  'run.expired': { expiresAt: instant },
  'run.superseded': { by: digest, issue: ordinal },
  'run.resumed': { by: account, right, source },
  'run.replaces': { older: digest, issue: ordinal },
  'issue.lost': { code },
  'reminder.planned': { at: instant },
  'alert.raised': { code, subject: line },
  published: {
    what: oneOf('check_run', 'check_run_part', 'result', 'answer', 'reminder', 'issue'),
    id: opaqueId,
    url,
    entries: list(digest, 1000),
  },
};
