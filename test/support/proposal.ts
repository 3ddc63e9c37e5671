/** One full proposal with its record, and twists on it. Every part agrees with every other until a test twists it. */
import { emptyHead, headOfAll, link, type Draft, type Entry } from '../../lib/core/audit/entry.ts';
import type { EvidenceReceipt } from '../../lib/core/evidence/receipt.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { defaultRule } from '../../lib/core/policy/defaults.ts';
import { idempotencyKeyOf, keyRunIdOf } from '../../lib/core/proposal/idempotency-key.ts';
import { parseRecord, type ParsedRecord } from '../../lib/core/proposal/parse-record.ts';
import {
  runIdOf,
  type Action,
  type ApprovalRule,
  type Proposal,
  type RepositoryRef,
} from '../../lib/core/proposal/proposal.ts';
import { recordKind, type ProposalRecord } from '../../lib/core/proposal/record.ts';
import type { Started } from '../../lib/core/proposal/runner-events.ts';
import { writeProposal, writeRecord } from '../../lib/core/proposal/write.ts';

const baseRepository: RepositoryRef = { id: '701', ownerId: '77', name: 'acme/payments' };

export const baseRule: ApprovalRule = defaultRule;

export const baseInput: JsonObject = {
  title: 'payments: 5xx above 10 %',
  body: 'Error rate is 14.2 % since 13:58 UTC.\n\nRunbook: roll back first.',
  labels: ['incident', 'payments'],
  assignees: [],
};

export const baseExcerpts: readonly string[] = [
  'payments: degraded, 5xx 14.2 % (5 min)',
  '# Roll back\n1. `deploy undo payments`\n2. watch 5xx',
];

/** What a test may change. Whatever follows from it (keys, digests, heads) is made to follow. */
export interface Twist {
  readonly proposal?: Partial<Proposal>;
  readonly action?: Partial<Omit<Action, 'idempotencyKey'>>;
  readonly rule?: Partial<ApprovalRule>;
  readonly excerpts?: readonly string[];
  /** Changes each receipt after it was made from its excerpt. */
  readonly receipt?: Partial<EvidenceReceipt>;
  readonly started?: Partial<Started>;
}

/** A receipt that fits an excerpt. */
export function receiptOf(excerpt: string, twist: Partial<EvidenceReceipt> = {}): EvidenceReceipt {
  const output = JSON.stringify({ content: [{ type: 'text', text: excerpt }] });
  return {
    step: 'status',
    server: 'ops',
    tool: 'service-status',
    descriptor: digestText('descriptor'),
    arguments: digestText('{}'),
    output: digestText(output),
    redacted: digestText(output),
    excerpt: digestText(excerpt),
    bytes: { output: Buffer.byteLength(output), excerpt: Buffer.byteLength(excerpt) },
    authors: 'unknown',
    flags: [],
    artifact: null,
    ...twist,
  };
}

/** A proposal and the events that lead to it. */
export function buildProposal(twist: Twist = {}): {
  readonly proposal: Proposal;
  readonly events: readonly Entry[];
} {
  const draft = draftOf(twist);
  const events = link(runIdOf(draft), emptyHead, draftsOf(draft, twist));
  const { count, digest: head } = headOfAll(events);
  return { proposal: { ...draft, events: { count, head: head ?? '', ...twist.proposal?.events } }, events };
}

/** A whole record. */
export function buildRecord(twist: Twist = {}): ProposalRecord {
  const { proposal, events } = buildProposal(twist);
  const excerpts = twist.excerpts ?? baseExcerpts;
  return { kind: recordKind, proposal: writeProposal(proposal), excerpts, events };
}

/** A record as intake reads it; throws where the twist made it unreadable. */
export function readRecord(twist: Twist = {}): ParsedRecord {
  const parsed = parseRecord(writeRecord(buildRecord(twist)));
  if (!parsed.ok) throw new Error(`${parsed.fault.code}: ${parsed.fault.detail}`);
  return parsed.value;
}

function draftOf(twist: Twist): Proposal {
  const excerpts = twist.excerpts ?? baseExcerpts;
  const action = {
    type: 'github.issue.create',
    target: { repository: twist.proposal?.repository ?? baseRepository },
    input: baseInput,
    precondition: null,
    ...twist.action,
  };
  const proposal: Proposal = {
    kind: 'countersign/proposal@1',
    nonce: '0123456789abcdef0123456789abcdef',
    issuedAt: '2026-11-30T14:10:00.000Z',
    expiresAt: '2026-12-01T14:10:00.000Z',
    risk: 'medium',
    repository: baseRepository,
    origin: {
      actions: {
        runId: '8809',
        attempt: 1,
        workflowRef: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
        sha: 'c0ffee0000000000000000000000000000c0ffee',
        event: 'workflow_dispatch',
        actor: '1001',
        triggeringActor: '1001',
      },
    },
    bundle: { id: 'incident-response', version: '1.0.0', digest: digestText('bundle') },
    policy: { source: 'default', rule: { ...baseRule, ...twist.rule } },
    action: { ...action, idempotencyKey: '' },
    evidence: excerpts.map((excerpt) => receiptOf(excerpt, twist.receipt)),
    events: { count: 1, head: digestText('') },
    ...twist.proposal,
  };
  const idempotencyKey = idempotencyKeyOf({
    repositoryId: proposal.repository.id,
    runId: keyRunIdOf(proposal),
    type: action.type,
    target: action.target,
    input: action.input,
  });
  return { ...proposal, action: { idempotencyKey, ...action, ...twist.proposal?.action } };
}

function draftsOf(proposal: Proposal, twist: Twist): readonly Draft[] {
  const { repository, bundle, origin, action, evidence, issuedAt: at } = proposal;
  const run = 'actions' in origin ? origin.actions : null;
  const actor = { kind: 'runner', id: run?.runId ?? 'agent', login: null } as const;
  const events: ReadonlyArray<Pick<Draft, 'type' | 'data'>> = [
    {
      type: 'run.started',
      data: {
        host: 'https://github.com',
        repository,
        bundle: bundle ?? { id: 'none', version: '0', digest: digestText('') },
        actionsRun: { runId: run?.runId ?? '1', attempt: run?.attempt ?? 1 },
        actor: { id: run?.actor ?? '1', login: 'octo-dana' },
        triggeringActor: { id: run?.triggeringActor ?? '1', login: 'octo-dana' },
        ...twist.started,
      },
    },
    { type: 'servers.stopped', data: { servers: 1, noiseLines: 0, stderrBytes: 0 } },
    {
      type: 'proposal.composed',
      data: { type: action.type, idempotencyKey: action.idempotencyKey, evidence: evidence.length },
    },
  ];
  // Each pair above is one event's; the union of pairs only loses that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return events.map((event) => ({ ...event, at, actor }) as Draft);
}
