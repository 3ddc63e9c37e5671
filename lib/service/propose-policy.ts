import type { Bundle } from '../core/bundle/bundle.ts';
import { faultInWords, policyPath } from '../core/policy/fault-words.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import { raisedRisk, ruleFor } from '../core/policy/rule-for.ts';
import type { Policies } from '../core/port/policies.ts';
import type { ActionsRun, RunnerHost, SeenRepository } from '../core/port/runner-host.ts';
import type { Sealer } from '../core/port/seal.ts';
import type { PolicyRef, RepositoryRef, Risk } from '../core/proposal/proposal.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';

/** What the policy gives a proposal before it is made. */
export interface Applied {
  readonly policy: PolicyRef;
  /** How long it waits; null: without end. */
  readonly expiresMs: number | null;
  /** The bundle's, raised to the policy's floor. */
  readonly risk: Risk;
}

interface PolicyPorts {
  readonly host: RunnerHost;
  readonly policies: Policies;
  readonly sealer: Sealer;
}

/** A policy that something can be decided by. */
type Sound = Exclude<PolicyState, { readonly kind: 'faulty' }>;

/** The policy as it stands, and what was seen of the repository that was asked for beside it. */
interface Standing {
  readonly state: Sound;
  readonly seen: SeenRepository | null;
}

/** Reads the policy as it stands, whether it lets the run's event propose at all, and a target elsewhere. */
export async function readPolicy(
  run: ActionsRun,
  target: string | null,
  ports: PolicyPorts,
): Promise<Result<Standing, RunnerFault>> {
  const read = await ports.host.policies({ repository: run.repository.name, target });
  if (!read.ok)
    return refused(runnerFault('policy_invalid', `The policy could not be read: ${read.fault.what}.`));
  const { target: seen, ...sources } = read.value;
  const state = ports.policies.read(sources);
  if (state.kind === 'faulty') {
    const fault = runnerFault('policy_invalid', `${state.faults.map(faultInWords).join('; ')}.`);
    const own = state.faults.find(({ owner }) => owner === 'repository');
    if (own === undefined) return refused(fault);
    return refused({ ...fault, place: { file: policyPath, line: own.line, column: own.column } });
  }
  const { events } = state.policy;
  if (events.includes(run.event)) return ok({ state, seen });
  const may = `${events.join(', ')} may`;
  return refused(runnerFault('event_refused', `The event ${run.event} may not propose; ${may}.`));
}

/** What applies to what a bundle is about to propose; refused before anything is started where the App would refuse. */
export function applyPolicy(
  proposed: {
    readonly state: Sound;
    readonly bundle: Bundle;
    readonly target: RepositoryRef;
    readonly run: ActionsRun;
    readonly workflowRef: string;
  },
  { sealer }: PolicyPorts,
): Result<Applied, RunnerFault> {
  const { state, bundle, target, run, workflowRef } = proposed;
  const { policy } = state;
  if (!policy.seals.includes(sealer.kind))
    return refused(
      runnerFault(
        'seal_kind_refused',
        `The policy lets seals of the kind ${policy.seals.join(', ')} count only.`,
      ),
    );
  const { type, risk: given } = bundle.propose;
  const risk = raisedRisk(policy, type, given);
  const ref = workflowRef.slice(workflowRef.indexOf('@') + 1);
  const question = { type, target, repository: run.repository, bundle: { id: bundle.id, ref }, risk };
  const answer = ruleFor(policy, question);
  if (!answer.ok) return refused(runnerFault(answer.fault, words(answer.fault, bundle, target, ref)));
  const { rule, expiresMs } = answer.value;
  const source = state.kind === 'default' ? 'default' : { commit: state.commit, digest: state.digest };
  return ok({ policy: { source, rule }, expiresMs, risk });
}

function words(code: RefusalCode, { id, propose }: Bundle, target: RepositoryRef, ref: string): string {
  if (code === 'bundle_refused') return `The policy does not let the bundle ${id} propose from ${ref}.`;
  const where = code === 'target_disallowed' ? `done in ${target.name}` : 'proposed';
  return `The policy does not let ${propose.type} be ${where}.`;
}
