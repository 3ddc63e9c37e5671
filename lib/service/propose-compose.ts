import { link, emptyHead, headOfAll } from '../core/audit/entry.ts';
import type { Bundle } from '../core/bundle/bundle.ts';
import { boundExcerpt } from '../core/evidence/bound.ts';
import type { EvidenceReceipt } from '../core/evidence/receipt.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import { utf8Length } from '../core/json/utf8.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { ActionsRun } from '../core/port/runner-host.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import { proposalKind, runIdOf, type Proposal, type RepositoryRef } from '../core/proposal/proposal.ts';
import { recordKind } from '../core/proposal/record.ts';
import { writeProposal, writeRecord } from '../core/proposal/write.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { formatInstant, parseInstant, type EpochMs } from '../core/time/instant.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import type { Observation } from './gather-observe.ts';
import { observationsOf } from './gather-trace.ts';
import type { Gathered } from './gather.ts';
import { composeAction } from './propose-action.ts';
import { draftsOf } from './propose-events.ts';
import type { Applied } from './propose-policy.ts';
import type { Showing } from './propose-show.ts';

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
  /** The repository that the action is for. */
  readonly target: RepositoryRef;
  readonly applied: Applied;
  readonly gathered: Gathered;
  readonly showing: Showing;
  /** The artifact that holds the whole evidence; null: none does. */
  readonly artifact: Digest | null;
  readonly composedAt: EpochMs;
}

/** A proposal whose record was read back from its own text, as the App will read it. */
export interface Composed {
  readonly text: string;
  readonly parsed: ParsedRecord;
}

/** An observation as far as it is shown. */
export interface Shown {
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
  const { bundle, run, gathered, applied } = ingredients;
  const shown = observationsOf(gathered.trace).map((observation) =>
    show(observation, ingredients, maxExcerptBytes),
  );
  const action = composeAction(ingredients, shown, expressions);
  if (!action.ok) return action;
  const frame = frameOf(ingredients);
  const issuedAt = parseInstant(run.readAt);
  if (!issuedAt.ok) return refused(runnerFault('run_unreadable', 'GitHub’s answer carries no time.'));
  const events = link(runIdOf(frame), emptyHead, draftsOf(ingredients, shown, action.value));
  const head = headOfAll(events);
  if (head.digest === null) throw new TypeError('compose: no events');
  const proposal: Proposal = {
    kind: proposalKind,
    ...frame,
    issuedAt: run.readAt,
    expiresAt: applied.expiresMs === null ? null : formatInstant(issuedAt.value + applied.expiresMs),
    risk: applied.risk,
    bundle: { id: bundle.id, version: bundle.version, digest: ingredients.bundleDigest },
    policy: applied.policy,
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

/** The members that a run's id is taken from. */
export function frameOf({
  run,
  workflowRef,
  nonce,
}: Pick<Ingredients, 'run' | 'workflowRef' | 'nonce'>): Pick<Proposal, 'nonce' | 'repository' | 'origin'> {
  const { id, ownerId, name } = run.repository;
  const actions = {
    runId: run.id,
    attempt: run.attempt,
    workflowRef,
    sha: run.sha,
    event: run.event,
    actor: run.actor.id,
    triggeringActor: run.triggeringActor.id,
  };
  return { nonce, repository: { id, ownerId, name }, origin: { actions } };
}

function show(
  observation: Observation,
  { showing, artifact }: Pick<Ingredients, 'showing' | 'artifact'>,
  maxExcerptBytes: number,
): Shown {
  const { step } = observation;
  const withheld = showing === 'withheld';
  const { excerpt, shortened, escaped } = withheld
    ? { excerpt: '', shortened: false, escaped: false }
    : boundExcerpt(observation.text, Math.min(step.excerptBytes, maxExcerptBytes));
  const receipt: EvidenceReceipt = {
    step: observation.label,
    server: step.server,
    tool: step.tool,
    descriptor: observation.descriptor,
    arguments: observation.arguments,
    output: observation.output,
    redacted: observation.redacted,
    excerpt: digestText(excerpt),
    bytes: { output: observation.outputBytes, excerpt: utf8Length(excerpt) },
    authors: observation.authors,
    flags: [
      ...observation.flags,
      ...(shortened ? (['shortened'] as const) : []),
      ...(escaped ? (['escaped'] as const) : []),
      ...(withheld ? (['withheld'] as const) : []),
    ],
    artifact,
  };
  return { observation, excerpt, receipt };
}
