import { verifyChain, type Entry } from '../audit/entry.ts';
import { canonical } from '../json/canonical.ts';
import { ok, refused, type Result } from '../result.ts';
import { advance, created, type Run } from '../run/advance.ts';
import type { DataOf, EventType } from '../run/event.ts';
import { runnerMembers } from '../run/runner-shape.ts';
import { runIdOf, type Proposal } from './proposal.ts';

/** What `run.started` tells: the host, the accounts by name, and what the proposal says too. */
export type Started = DataOf<'run.started'>;

/**
 * Reads the runner's events as the one chain that a proposal names: its head and length, the run's id,
 * an order that the state table takes, and the same origin, bundle and action as the proposal's. The
 * fault is one line in our own words.
 */
export function readRunnerEvents(entries: readonly Entry[], proposal: Proposal): Result<Started, string> {
  const { count, head } = proposal.events;
  const broken = verifyChain(entries, { count, digest: head });
  if (broken !== null) return refused(`event ${broken.seq}: ${broken.code}`);
  let run: Run = created;
  for (const entry of entries) {
    if (!Object.hasOwn(runnerMembers, entry.type) || entry.actor.kind !== 'runner')
      return refused(`event ${entry.seq} is not the runner’s`);
    const next = advance(run, entry);
    if (!next.ok) return refused(`event ${entry.seq} is out of order`);
    run = next.value;
  }
  if (run.state !== 'gathering') return refused('the run does not end with gathering');
  return readAgreement(entries, proposal);
}

/** Holds what the events say against what the proposal says. */
function readAgreement(entries: readonly Entry[], proposal: Proposal): Result<Started, string> {
  const started = dataOf(entries, 'run.started');
  const composed = dataOf(entries, 'proposal.composed');
  if (started === null || composed === null)
    return refused('the events do not start and compose exactly one proposal');
  if (entries[0]?.run !== runIdOf(proposal)) return refused('the events belong to another run');
  const { action, evidence } = proposal;
  const expected = { type: action.type, idempotencyKey: action.idempotencyKey, evidence: evidence.length };
  if (canonical(composed) !== canonical(expected))
    return refused('proposal.composed differs from the proposal');
  return sameStart(started, proposal) ? ok(started) : refused('run.started differs from the proposal');
}

function sameStart(started: Started, proposal: Proposal): boolean {
  const { origin, repository, bundle } = proposal;
  // An agent's proposal has no runner, so no record of this kind can carry it.
  if (!('actions' in origin) || bundle === null) return false;
  const { runId, attempt, actor, triggeringActor } = origin.actions;
  return (
    canonical({ ...started.repository }) === canonical({ ...repository }) &&
    canonical({ ...started.bundle }) === canonical({ ...bundle }) &&
    canonical({ ...started.actionsRun }) === canonical({ runId, attempt }) &&
    started.actor.id === actor &&
    started.triggeringActor.id === triggeringActor
  );
}

/** The data of the only event of a type, or null where there is none or more than one. */
function dataOf<Type extends EventType>(entries: readonly Entry[], type: Type): DataOf<Type> | null {
  const found = entries.filter((entry) => entry.type === type);
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  // An entry's data are those of its type; the filter above has compared it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return only.data as DataOf<Type>;
}
