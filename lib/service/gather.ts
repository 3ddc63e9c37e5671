import type { Bundle, Step } from '../core/bundle/bundle.ts';
import type { BundleLock } from '../core/bundle/lock.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Clock } from '../core/port/clock.ts';
import type {
  EvidenceServer,
  EvidenceServers,
  ServerLaunch,
  ServerNoise,
} from '../core/port/evidence-server.ts';
import type { Pauses } from '../core/port/pauses.ts';
import type { Planner } from '../core/port/planner.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { runFlow, type FlowRun } from './gather-flow.ts';
import type { Observation } from './gather-observe.ts';
import type { Trace } from './gather-trace.ts';
import {
  driftOf,
  readyServers,
  recheckServer,
  startServers,
  stopServers,
  type ReadyServer,
} from './gather-servers.ts';

/** What a run asks for: everything was checked before. */
export interface GatherOrder {
  readonly bundle: Bundle;
  readonly lock: BundleLock;
  readonly parameters: JsonObject;
  /** The `github` context of expressions. */
  readonly github: JsonObject;
  /** How each of the bundle's servers is come by on this machine. */
  readonly launches: readonly ServerLaunch[];
  /** Aborts when the runner stops the job. */
  readonly signal: AbortSignal;
}

export interface Gathered {
  readonly startedAt: EpochMs;
  /** The engine that chose the steps. */
  readonly engine: string;
  readonly servers: readonly Pick<ReadyServer, 'id' | 'offered' | 'pinned' | 'ignored'>[];
  readonly readyAt: EpochMs;
  readonly trace: readonly Trace[];
  readonly endedAt: EpochMs;
  readonly noise: ServerNoise;
  readonly stoppedAt: EpochMs;
}

/** What happens, as it happens, for whoever watches the log. */
export type GatherProgress = (
  event:
    | { readonly type: 'servers_ready'; readonly servers: Gathered['servers']; readonly ms: number }
    | {
        readonly type: 'answered';
        readonly observation: Observation;
        readonly done: number;
        /** As many calls as the flow takes at most. */
        readonly of: number;
      }
    | { readonly type: 'skipped'; readonly label: string; readonly because: 'if' | 'for' }
    | { readonly type: 'expected'; readonly step: Step },
) => void;

export interface GatherPorts {
  readonly servers: EvidenceServers;
  readonly clock: Clock;
  readonly planner: Planner;
  /** Null: nobody can be asked, and a bundle that pauses is refused before anything starts. */
  readonly pauses: Pauses | null;
  /** Takes credentials out of a text. */
  readonly redact: (text: string) => string;
  readonly progress: GatherProgress;
}

/**
 * Starts the bundle's servers, goes through its steps in order and within its budgets, and stops the
 * servers. When it returns, whatever it returns, every server has been told to end and none is waited for
 * again.
 */
export async function gather(order: GatherOrder, ports: GatherPorts): Promise<Result<Gathered, RunnerFault>> {
  const { bundle, launches } = order;
  const { clock, planner, pauses } = ports;
  if (!planner.deterministic) throw new TypeError('gather: only a deterministic planner may act');
  const pausing = bundle.steps.find(({ kind }) => kind === 'pause');
  if (pauses === null && pausing !== undefined)
    return refused(
      runnerFault('pause_unavailable', `The step ${pausing.id} asks a person, and nobody can be asked here.`),
    );
  const startedAt = clock.now();
  const overTime = new AbortController();
  const done = new AbortController();
  const timer = clock
    .sleep(bundle.budgets.activeSeconds * 1000, AbortSignal.any([order.signal, done.signal]))
    .then(() => (done.signal.aborted || order.signal.aborted ? undefined : overTime.abort()));
  const signal = AbortSignal.any([order.signal, overTime.signal]);
  const { started, fault } = await startServers(bundle, launches, ports.servers, signal);
  let result: Result<Asked, RunnerFault>;
  let noise: ServerNoise = { stdoutLines: 0, stderrBytes: 0 };
  try {
    result = fault === null ? await ask(order, ports, started, signal, startedAt) : refused(fault);
  } finally {
    done.abort();
    noise = await stopServers(started);
    await timer;
  }
  if (order.signal.aborted)
    return refused(runnerFault('stopped', 'The job was stopped while it gathered evidence.'));
  if (overTime.signal.aborted) {
    const over = `Gathering took longer than the bundle’s ${bundle.budgets.activeSeconds} s.`;
    const { what, detail } = result.ok ? { what: null, detail: null } : result.fault;
    return refused(runnerFault('budget_exceeded', what === null ? over : `${over} ${what}`, detail));
  }
  if (!result.ok) return result;
  return ok({ startedAt, engine: planner.name, ...result.value, noise, stoppedAt: clock.now() });
}

type Asked = Pick<Gathered, 'servers' | 'readyAt' | 'trace' | 'endedAt'>;

async function ask(
  order: GatherOrder,
  ports: GatherPorts,
  started: readonly EvidenceServer[],
  signal: AbortSignal,
  startedAt: EpochMs,
): Promise<Result<Asked, RunnerFault>> {
  const ready = await readyServers(order.bundle, order.launches, started);
  if (!ready.ok) return ready;
  const drift = driftOf(order.lock, ready.value);
  if (drift !== null) return refused(drift);
  const readyAt = ports.clock.now();
  ports.progress({ type: 'servers_ready', servers: ready.value, ms: readyAt - startedAt });
  const flow: FlowRun = { order, ports, servers: ready.value, signal };
  const trace = await runFlow(flow);
  if (!trace.ok) return trace;
  const endedAt = ports.clock.now();
  for (const server of ready.value) {
    const change = await recheckServer(server);
    if (change !== null) return refused(change);
  }
  return ok({ servers: ready.value, readyAt, trace: trace.value, endedAt });
}
