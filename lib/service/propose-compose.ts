import { checkAction } from '../core/action/check.ts';
import { defaultExpiryMs, defaultRule } from '../core/approval/rule.ts';
import { link, emptyHead, headOfAll, type Actor, type Draft } from '../core/audit/entry.ts';
import type { Bundle } from '../core/bundle/bundle.ts';
import { fillObject } from '../core/bundle/fill.ts';
import { boundExcerpt } from '../core/evidence/bound.ts';
import type { EvidenceReceipt } from '../core/evidence/receipt.ts';
import { digestDocument, digestText, type Digest } from '../core/json/digest.ts';
import { utf8Length } from '../core/json/utf8.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { ActionsRun } from '../core/port/runner-host.ts';
import { idempotencyKeyOf } from '../core/proposal/idempotency-key.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import { proposalKind, runIdOf, type Action, type Proposal } from '../core/proposal/proposal.ts';
import { recordKind } from '../core/proposal/record.ts';
import { writeProposal, writeRecord } from '../core/proposal/write.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { DataOf } from '../core/run/event.ts';
import { formatInstant, parseInstant, type EpochMs } from '../core/time/instant.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import type { Gathered, Observation } from './gather.ts';

/** Everything that a proposal is made of. */
export interface Ingredients {
  readonly bundle: Bundle;
  readonly bundleDigest: Digest;
  readonly parameters: JsonObject;
  readonly github: JsonObject;
  readonly run: ActionsRun;
  readonly workflowRef: string;
  /** `https://github.com`, without a slash at the end. */
  readonly host: string;
  readonly nonce: string;
  readonly gathered: Gathered;
  readonly composedAt: EpochMs;
}

/** A proposal whose record was read back from its own text, as the App will read it. */
export interface Composed {
  readonly text: string;
  readonly parsed: ParsedRecord;
}

interface Shown {
  readonly observation: Observation;
  readonly excerpt: string;
  readonly receipt: EvidenceReceipt;
}

/** Composes the proposal with excerpts of at most `maxExcerptBytes` each. Pure: same ingredients, same bytes. */
export function composeProposal(
  ingredients: Ingredients,
  maxExcerptBytes: number,
  expressions: Expressions,
): Result<Composed, RunnerFault> {
  const { bundle, run, gathered } = ingredients;
  const shown = gathered.observations.map((observation) => show(observation, maxExcerptBytes));
  const action = composeAction(ingredients, shown, expressions);
  if (!action.ok) return action;
  const origin = {
    actions: {
      runId: run.id,
      attempt: run.attempt,
      workflowRef: ingredients.workflowRef,
      sha: run.sha,
      event: run.event,
      actor: run.actor.id,
      triggeringActor: run.triggeringActor.id,
    },
  };
  const { id, ownerId, name } = run.repository;
  const frame = { nonce: ingredients.nonce, repository: { id, ownerId, name }, origin };
  const issuedAt = parseInstant(run.readAt);
  if (!issuedAt.ok) return refused(runnerFault('run_unreadable', 'GitHub’s answer carries no time.'));
  const events = link(runIdOf(frame), emptyHead, draftsOf(ingredients, shown, action.value));
  const head = headOfAll(events);
  if (head.digest === null) throw new TypeError('compose: no events');
  const proposal: Proposal = {
    kind: proposalKind,
    ...frame,
    issuedAt: run.readAt,
    expiresAt: formatInstant(issuedAt.value + defaultExpiryMs),
    risk: bundle.propose.risk,
    bundle: { id: bundle.id, version: bundle.version, digest: ingredients.bundleDigest },
    policy: { source: 'default', rule: defaultRule },
    action: action.value,
    evidence: shown.map(({ receipt }) => receipt),
    events: { count: head.count, head: head.digest },
  };
  const text = writeRecord({
    kind: recordKind,
    proposal: writeProposal(proposal),
    excerpts: shown.map(({ excerpt }) => excerpt),
    events,
  });
  const parsed = parseRecord(text);
  // What the App would refuse is refused here, where someone can still repair it.
  return parsed.ok
    ? ok({ text, parsed: parsed.value })
    : refused(
        runnerFault(
          parsed.fault.code,
          'The proposal is not one that the App would take.',
          parsed.fault.detail,
        ),
      );
}

function show(observation: Observation, maxExcerptBytes: number): Shown {
  const { step } = observation;
  const { excerpt, shortened, escaped } = boundExcerpt(
    observation.text,
    Math.min(step.excerptBytes, maxExcerptBytes),
  );
  const receipt: EvidenceReceipt = {
    step: step.id,
    server: step.server,
    tool: step.tool,
    descriptor: observation.descriptor,
    arguments: observation.arguments,
    output: observation.output,
    redacted: observation.redacted,
    excerpt: digestText(excerpt),
    bytes: { output: observation.outputBytes, excerpt: utf8Length(excerpt) },
    // Who wrote what a tool read is known only to servers that say so, which none does yet.
    authors: 'unknown',
    flags: [
      ...observation.flags,
      ...(shortened ? (['shortened'] as const) : []),
      ...(escaped ? (['escaped'] as const) : []),
    ],
    artifact: null,
  };
  return { observation, excerpt, receipt };
}

function composeAction(
  ingredients: Ingredients,
  shown: readonly Shown[],
  expressions: Expressions,
): Result<Action, RunnerFault> {
  const { bundle, parameters, github, run } = ingredients;
  const evidence: JsonObject = Object.fromEntries(
    shown.map(({ observation, excerpt }) => [observation.step.id, { text: excerpt }]),
  );
  const input = fillObject(
    bundle.propose.input,
    'propose.input',
    { params: parameters, github, evidence },
    expressions,
  );
  if (!input.ok)
    return refused(runnerFault('bundle_invalid', `${input.fault.path} can’t be filled.`, input.fault.what));
  const { id, ownerId, name } = run.repository;
  const { type } = bundle.propose;
  const target = { repository: { id, ownerId, name } };
  const idempotencyKey = idempotencyKeyOf({
    repositoryId: id,
    runId: run.id,
    type,
    target,
    input: input.value,
  });
  const action: Action = { type, target, input: input.value, precondition: null, idempotencyKey };
  const checked = checkAction(action);
  if (checked.ok) return ok(action);
  const faults = checked.fault.faults.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ');
  return refused(
    runnerFault(checked.fault.code, 'The action that the bundle proposes is not allowed.', faults),
  );
}

function draftsOf(ingredients: Ingredients, shown: readonly Shown[], action: Action): readonly Draft[] {
  const { bundle, run, gathered, host, bundleDigest } = ingredients;
  const actor: Actor = { kind: 'runner', id: run.id, login: null };
  const frame = (at: EpochMs): { readonly at: string; readonly actor: Actor } => ({
    at: formatInstant(at),
    actor,
  });
  const { id, ownerId, name } = run.repository;
  const started: DataOf<'run.started'> = {
    host,
    repository: { id, ownerId, name },
    bundle: { id: bundle.id, version: bundle.version, digest: bundleDigest },
    actionsRun: { runId: run.id, attempt: run.attempt },
    actor: run.actor,
    triggeringActor: run.triggeringActor,
  };
  return [
    { type: 'run.started', data: started, ...frame(gathered.startedAt) },
    ...gathered.servers.map((server): Draft => ({
      type: 'server.started',
      data: { server: server.id, offered: server.offered, allowed: server.allowed.size },
      ...frame(gathered.readyAt),
    })),
    ...shown.flatMap(({ observation, receipt }): readonly Draft[] => [
      {
        type: 'tool.called',
        data: {
          step: receipt.step,
          server: receipt.server,
          tool: receipt.tool,
          arguments: receipt.arguments,
        },
        ...frame(observation.calledAt),
      },
      {
        type: 'tool.answered',
        data: {
          step: receipt.step,
          receipt: digestReceipt(receipt),
          bytes: receipt.bytes.output,
          // The runner's clock may be set back; a duration is never negative.
          ms: Math.max(0, observation.answeredAt - observation.calledAt),
        },
        ...frame(observation.answeredAt),
      },
    ]),
    {
      type: 'servers.stopped',
      data: {
        servers: gathered.servers.length,
        noiseLines: gathered.noise.stdoutLines,
        stderrBytes: gathered.noise.stderrBytes,
      },
      ...frame(gathered.stoppedAt),
    },
    {
      type: 'proposal.composed',
      data: { type: action.type, idempotencyKey: action.idempotencyKey, evidence: shown.length },
      ...frame(ingredients.composedAt),
    },
  ];
}

/** Digest by which an event names a receipt. */
function digestReceipt(receipt: EvidenceReceipt): Digest {
  return digestDocument({ kind: 'countersign/receipt@1', receipt: { ...receipt } });
}
