import { mostCalls } from '../core/bundle/check.ts';
import { evidenceContext, flowStart, type FlowDecision } from '../core/flow/flow.ts';
import type { PauseStep } from '../core/bundle/bundle.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { observe, type Observation } from './gather-observe.ts';
import type { ReadyServer } from './gather-servers.ts';
import { observationsOf, type Trace } from './gather-trace.ts';
import type { GatherOrder, GatherPorts } from './gather.ts';

/** A flow with the servers that it may call. */
export interface FlowRun {
  readonly order: GatherOrder;
  readonly ports: GatherPorts;
  readonly servers: readonly ReadyServer[];
  readonly signal: AbortSignal;
}

/** Goes through a bundle's steps as the planner says, and never beyond what bundle and budgets allow. */
export async function runFlow(flow: FlowRun): Promise<Result<readonly Trace[], RunnerFault>> {
  const { bundle, parameters, github } = flow.order;
  const trace: Trace[] = [];
  let position = flowStart;
  for (;;) {
    const evidence = evidenceContext(observationsOf(trace));
    const contexts = { params: parameters, github, evidence };
    const decided = flow.ports.planner.next({ bundle, contexts, position });
    if (!decided.ok)
      return refused(runnerFault(decided.fault.code, decided.fault.what, decided.fault.detail));
    const decision = decided.value;
    if (decision.kind === 'done') return ok(trace);
    const done = await act(flow, decision, trace);
    if (!done.ok) return done;
    trace.push(done.value);
    position = decision.next;
  }
}

async function act(
  flow: FlowRun,
  decision: Exclude<FlowDecision, { readonly kind: 'done' }>,
  trace: readonly Trace[],
): Promise<Result<Trace, RunnerFault>> {
  const { clock, progress } = flow.ports;
  switch (decision.kind) {
    case 'skip': {
      const { label, because } = decision;
      progress({ type: 'skipped', label, because });
      return ok({ kind: 'skipped', label, because, at: clock.now() });
    }
    case 'expected':
      progress({ type: 'expected', step: decision.step });
      return ok({ kind: 'expected', label: decision.step.id, at: clock.now() });
    case 'pause':
      return pause(flow, decision.step);
    case 'call':
      return call(flow, decision, observationsOf(trace));
  }
}

async function call(
  { order, ports, servers, signal }: FlowRun,
  { step, label, input }: Extract<FlowDecision, { readonly kind: 'call' }>,
  before: readonly Observation[],
): Promise<Result<Trace, RunnerFault>> {
  const { budgets, steps } = order.bundle;
  const server = servers.find(({ id }) => id === step.server);
  const tool = server?.pinned.tools.find(({ name }) => name === step.tool);
  // A planner that names something else has failed, and nothing is called for it.
  if (server === undefined || tool === undefined)
    throw new TypeError(`gather: the step ${label} calls a tool that is not allowed`);
  if (before.length >= budgets.calls)
    return refused(
      runnerFault(
        'budget_exceeded',
        `The step ${label} would be one call more than the bundle’s ${budgets.calls}.`,
      ),
    );
  const source = order.bundle.servers.find(({ id }) => id === step.server)?.source;
  const isOwn = source !== undefined && 'builtin' in source;
  const made = { step, label, input, server, descriptor: tool.digest, isOwn };
  const observed = await observe(made, ports, signal);
  if (!observed.ok) return observed;
  const bytes = [...before, observed.value].reduce((sum, { outputBytes }) => sum + outputBytes, 0);
  if (bytes > budgets.bytes) {
    const what = `With ${step.server}.${step.tool}, the answers are over the bundle’s ${budgets.bytes} bytes.`;
    return refused(runnerFault('budget_exceeded', what));
  }
  const of = steps.reduce((sum, one) => sum + (one.kind === 'call' ? mostCalls(one) : 0), 0);
  ports.progress({ type: 'answered', observation: observed.value, done: before.length + 1, of });
  return ok({ kind: 'answered', observation: observed.value });
}

async function pause(
  { order, ports, signal }: FlowRun,
  step: PauseStep,
): Promise<Result<Trace, RunnerFault>> {
  const { pauses, clock } = ports;
  if (pauses === null) throw new TypeError('gather: nobody can be asked');
  const askedAt = clock.now();
  const { id: bundle } = order.bundle;
  const answer = await pauses.ask({ bundle, step: step.id, question: step.question }, signal);
  if (!answer.ok)
    return refused(runnerFault('pause_unavailable', `The step ${step.id} got no answer: ${answer.fault}.`));
  if (answer.value.action !== 'go on')
    return refused(runnerFault('stopped', `The step ${step.id} was answered with ${answer.value.action}.`));
  return ok({ kind: 'paused', answer: answer.value, askedAt, answeredAt: clock.now() });
}
