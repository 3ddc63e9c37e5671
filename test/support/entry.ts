/** Builders of entries: one plausible run, from which each test takes or twists what it needs. */
import { emptyHead, link, type Draft, type Entry } from '../../lib/core/audit/entry.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { advance, created, type Run } from '../../lib/core/run/advance.ts';
import type { Account, DataOf, EventType, RightRead, RunEvent, Source } from '../../lib/core/run/event.ts';
import { formatInstant } from '../../lib/core/time/instant.ts';

export const runId = '701-8809-1-01234567';

export const dana: Account = { id: '1001', login: 'octo-dana' };
export const kim: Account = { id: '1002', login: 'octo-kim' };
export const ana: Account = { id: '1003', login: 'octo-ana' };

export const hash: string = digestText('proposal');

/** 2026-11-30T14:10:00.000Z; each entry of a chain comes one second later. */
const startMs = 1_796_047_800_000;

export function sourceOf(id: string, twist: Partial<Source> = {}): Source {
  return {
    kind: 'comment',
    id,
    nodeId: `IC_${id}`,
    url: `https://github.com/acme/payments/issues/7#issuecomment-${id}`,
    at: '2026-11-30T14:12:40Z',
    bodyDigest: digestText(id),
    delivery: `d-${id}`,
    ...twist,
  };
}

const right: RightRead = { role: 'maintain', basis: 'role maintain', readAt: '2026-11-30T14:12:41Z' };
const effect = { id: '555', number: 8, url: 'https://github.com/acme/payments/issues/8' };
const key = 'cs-0123456789abcdef0123456789abcdef';

/** Data of every event type, as a run that ends well would hold them. */
export const sampleData: { readonly [Type in EventType]: DataOf<Type> } = {
  'run.started': {
    host: 'https://github.com',
    repository: { id: '701', ownerId: '77', name: 'acme/payments' },
    bundle: { id: 'incident-response', version: '1.0.0', digest: digestText('bundle') },
    actionsRun: { runId: '8809', attempt: 1 },
    actor: dana,
    triggeringActor: dana,
  },
  'server.started': { server: 'ops', offered: 2, allowed: 2 },
  'flow.started': { engine: 'native', steps: 1, calls: 20, bytes: 1_048_576, seconds: 120 },
  'flow.ended': { calls: 1, bytes: 214, ms: 41 },
  'step.skipped': { step: 'status', because: 'if' },
  'step.expected': { step: 'down' },
  'tool.called': {
    step: 'status',
    server: 'ops',
    tool: 'service-status',
    arguments: digestText('arguments'),
  },
  'tool.answered': { step: 'status', receipt: digestText('receipt'), bytes: 214, ms: 38 },
  'servers.stopped': { servers: 1, noiseLines: 0, stderrBytes: 0 },
  'attention.asked': { item: digestText('item'), actions: ['go on', 'stop'] },
  'attention.answered': { item: digestText('item'), action: 'go on', by: kim },
  'gathering.failed': { code: 'tool_failed' },
  'proposal.composed': { type: 'github.issue.create', idempotencyKey: key, evidence: 1 },
  'proposal.received': {
    hash,
    record: digestText('record'),
    text: digestText('text'),
    issue: {
      number: 7,
      id: '777',
      nodeId: 'I_777',
      author: { id: '41898282', login: 'github-actions[bot]' },
    },
    installation: '5',
    delivery: 'd-1',
  },
  'proposal.accepted': {
    seal: { kind: 'hmac', by: 'key 1f2e3d4c' },
    policy: { source: 'default', digest: null },
    eligible: { count: 2, complete: true },
  },
  'command.refused': { verb: 'approve', code: 'initiator_excluded', by: dana, source: sourceOf('11') },
  'command.answered': { verb: 'status', by: dana, source: sourceOf('12') },
  'approval.recorded': { hash, by: kim, right, source: sourceOf('13'), have: 1, need: 1 },
  'intent.recorded': { type: 'github.issue.create', repositoryId: '701', idempotencyKey: key },
  'approvals.voided': { code: 'held', count: 1 },
  'run.held': { code: 'held' },
  'run.released': { code: 'held' },
  'claim.taken': { fence: 1, worker: 'worker-1' },
  'rights.read': { by: kim, right },
  'policy.read': { commit: null, digest: null },
  'precondition.equal': { fields: 1 },
  'precondition.differed': {
    differing: [{ field: 'ref.sha', expected: 'a'.repeat(40), observed: 'b'.repeat(40) }],
  },
  'write.started': { fence: 1, request: digestText('request') },
  'write.answered': { status: 201, ...effect },
  'write.found': effect,
  'write.ambiguous': { code: 'outcome_uncertain', looks: 2 },
  'execution.failed': { code: 'precondition_failed', sent: false, status: null },
  'readback.equal': { observed: digestText('observed'), fields: 4, differing: [] },
  'readback.differed': { observed: digestText('observed'), fields: 4, differing: ['title'] },
  'readback.pending': { looks: 1, again: '2026-11-30T14:40:00.000Z' },
  'readback.unreadable': { code: 'readback_unreadable' },
  'run.rejected': { by: ana, right, source: sourceOf('14'), reason: 'not tonight' },
  'run.cancelled': { by: ana, right, source: sourceOf('15'), reason: '' },
  'run.expired': { expiresAt: '2026-12-01T14:10:00.000Z' },
  'run.superseded': { by: digestText('newer'), issue: 9 },
  'run.resumed': { by: kim, right, source: sourceOf('16') },
  'run.replaces': { older: digestText('older'), issue: 6 },
  'issue.lost': { code: 'issue_gone' },
  'reminder.planned': { at: '2026-12-01T12:10:00.000Z' },
  'alert.raised': { code: 'comment_edited', subject: 'comment 13' },
  published: { what: 'check_run', id: '42', url: 'https://github.com/acme/payments/runs/42', entries: [] },
};

// `Object.keys` gives exactly the types, which its own type does not say.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const eventTypes: readonly EventType[] = Object.keys(sampleData) as EventType[];

/** An event of a type, with some of its sample data changed. */
export function event<Type extends EventType>(type: Type, twist: Partial<DataOf<Type>> = {}): RunEvent {
  // `type` and its own data are one event by construction.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { type, data: { ...sampleData[type], ...twist } } as RunEvent;
}

/** Links events into a chain, a second apart, each by whoever usually writes it. */
export function chain(events: readonly RunEvent[], run: string = runId): readonly Entry[] {
  return link(
    run,
    emptyHead,
    events.map((one, index) => draft(one, index)),
  );
}

/** Links one more event behind a run. */
export function next(run: Run, one: RunEvent): Entry {
  const [entry] = link(runId, run.head, [draft(one, run.head.count)]);
  if (entry === undefined) throw new TypeError('one draft makes one entry');
  return entry;
}

/** The run after these events. Throws where one is not taken. */
export function runOf(events: readonly RunEvent[], from: Run = created): Run {
  return events.reduce((run, one) => {
    const advanced = advance(run, next(run, one));
    if (!advanced.ok) throw new TypeError(`${advanced.fault.type} does not follow ${advanced.fault.state}`);
    return advanced.value;
  }, from);
}

function draft(one: RunEvent, index: number): Draft {
  return { ...one, at: formatInstant(startMs + index * 1000), actor: actorOf(one) };
}

function actorOf(one: RunEvent): Draft['actor'] {
  const said = 'by' in one.data && typeof one.data.by !== 'string' && one.type !== 'rights.read';
  if (said) return { kind: 'person', ...one.data.by };
  const runner = /^(run\.started|server|flow|step|tool|servers|attention|gathering|proposal\.composed)/.test(
    one.type,
  );
  return runner
    ? { kind: 'runner', id: '8809', login: null }
    : { kind: 'app', id: '77', login: 'countersign[bot]' };
}

/** What a runner writes before a proposal: one server, one call. */
export const gathered: readonly RunEvent[] = [
  event('run.started'),
  event('server.started'),
  event('tool.called'),
  event('tool.answered'),
  event('servers.stopped'),
  event('proposal.composed'),
];

/** A proposal that was taken up and waits. */
export const waiting: readonly RunEvent[] = [
  ...gathered,
  event('proposal.received'),
  event('proposal.accepted'),
  event('published'),
];

/** Approved by kim, intent recorded, not claimed yet. */
export const approved: readonly RunEvent[] = [
  ...waiting,
  event('approval.recorded'),
  event('intent.recorded'),
];

/** Claimed and about to be sent. */
export const claimed: readonly RunEvent[] = [...approved, event('claim.taken'), event('rights.read')];

/** Sent and answered, being read back. */
export const answered: readonly RunEvent[] = [...claimed, event('write.started'), event('write.answered')];

/** The whole story of a run that ends well, before its end is told. */
export const completed: readonly RunEvent[] = [...answered, event('readback.equal')];
