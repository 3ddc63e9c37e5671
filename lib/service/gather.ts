import type { Bundle, Step } from '../core/bundle/bundle.ts';
import { fillObject } from '../core/bundle/fill.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestDocument, digestText, type Digest } from '../core/json/digest.ts';
import { parseJson } from '../core/json/parse.ts';
import { utf8Length } from '../core/json/utf8.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json/value.ts';
import type { EvidenceFlag } from '../core/evidence/receipt.ts';
import type { Clock } from '../core/port/clock.ts';
import type {
  EvidenceServers,
  ServerCommand,
  ServerNoise,
  ToolAnswer,
} from '../core/port/evidence-server.ts';
import type { Expressions } from '../core/port/expressions.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import {
  faultOf,
  readyServer,
  recheckServer,
  startServers,
  stopServers,
  type ReadyServer,
} from './gather-servers.ts';

/** What a run asks for: everything was checked before. */
export interface GatherOrder {
  readonly bundle: Bundle;
  readonly parameters: JsonObject;
  /** The `github` context of expressions. */
  readonly github: JsonObject;
  /** How each of the bundle's servers is started on this machine. */
  readonly commands: readonly ServerCommand[];
  /** Aborts when the runner stops the job. */
  readonly signal: AbortSignal;
}

/** One answer, before it is cut to an excerpt. */
export interface Observation {
  readonly step: Step;
  readonly descriptor: Digest;
  readonly arguments: Digest;
  readonly output: Digest;
  readonly outputBytes: number;
  /** Digest of the output without the credentials that were found in it. */
  readonly redacted: Digest;
  /** The answer's text, without credentials. Untrusted. */
  readonly text: string;
  readonly flags: readonly EvidenceFlag[];
  readonly calledAt: EpochMs;
  readonly answeredAt: EpochMs;
}

export interface Gathered {
  readonly startedAt: EpochMs;
  readonly servers: readonly Pick<ReadyServer, 'id' | 'offered' | 'allowed' | 'ignored'>[];
  readonly readyAt: EpochMs;
  readonly observations: readonly Observation[];
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
        readonly of: number;
      },
) => void;

export interface GatherPorts {
  readonly servers: EvidenceServers;
  readonly clock: Clock;
  readonly expressions: Expressions;
  /** Takes credentials out of a text. */
  readonly redact: (text: string) => string;
  readonly progress: GatherProgress;
}

/**
 * Starts the bundle's servers, makes its calls in order and within its budgets, and stops the servers.
 * When it returns, whatever it returns, every server has been told to end and none is waited for again.
 */
export async function gather(order: GatherOrder, ports: GatherPorts): Promise<Result<Gathered, RunnerFault>> {
  const { bundle, commands } = order;
  const { clock } = ports;
  const startedAt = clock.now();
  const overTime = new AbortController();
  const done = new AbortController();
  const timer = clock
    .sleep(bundle.budgets.activeSeconds * 1000, AbortSignal.any([order.signal, done.signal]))
    .then(() => (done.signal.aborted || order.signal.aborted ? undefined : overTime.abort()));
  const signal = AbortSignal.any([order.signal, overTime.signal]);
  const { started, fault } = await startServers(bundle, commands, ports.servers, signal);
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
  return result.ok ? ok({ startedAt, ...result.value, noise, stoppedAt: clock.now() }) : result;
}

type Asked = Pick<Gathered, 'servers' | 'readyAt' | 'observations'>;
type Started = Awaited<ReturnType<typeof startServers>>['started'];

async function ask(
  order: GatherOrder,
  ports: GatherPorts,
  started: Started,
  signal: AbortSignal,
  startedAt: EpochMs,
): Promise<Result<Asked, RunnerFault>> {
  const { bundle } = order;
  const ready: ReadyServer[] = [];
  for (const server of bundle.servers) {
    const handle = started.find((one) => one.server === server.id);
    if (handle === undefined) throw new TypeError(`gather: the server ${server.id} was not started`);
    const one = await readyServer(server, handle);
    if (!one.ok) return one;
    ready.push(one.value);
  }
  const readyAt = ports.clock.now();
  ports.progress({ type: 'servers_ready', servers: ready, ms: readyAt - startedAt });
  const observations: Observation[] = [];
  let bytes = 0;
  for (const step of bundle.steps) {
    const server = ready.find(({ id }) => id === step.server);
    if (server === undefined) throw new TypeError(`gather: the step ${step.id} names no server`);
    const observed = await observe(order, ports, step, server, signal);
    if (!observed.ok) return observed;
    bytes += observed.value.outputBytes;
    if (bytes > bundle.budgets.bytes) {
      return refused(
        runnerFault(
          'budget_exceeded',
          `With ${step.server}.${step.tool}, the answers are over the bundle’s ${bundle.budgets.bytes} bytes.`,
        ),
      );
    }
    observations.push(observed.value);
    ports.progress({
      type: 'answered',
      observation: observed.value,
      done: observations.length,
      of: bundle.steps.length,
    });
  }
  for (const server of ready) {
    const drift = await recheckServer(server);
    if (drift !== null) return refused(drift);
  }
  return ok({ servers: ready, readyAt, observations });
}

async function observe(
  order: GatherOrder,
  ports: GatherPorts,
  step: Step,
  server: ReadyServer,
  signal: AbortSignal,
): Promise<Result<Observation, RunnerFault>> {
  const contexts = { params: order.parameters, github: order.github };
  const input = fillObject(step.input, `steps.${step.id}.with`, contexts, ports.expressions);
  if (!input.ok) {
    return refused(runnerFault('bundle_invalid', `${input.fault.path} can’t be filled.`, input.fault.what));
  }
  const calledAt = ports.clock.now();
  const answer = await server.handle.call(step.tool, input.value, signal);
  const answeredAt = ports.clock.now();
  if (!answer.ok) {
    const fault = faultOf(answer.fault);
    return refused({ ...fault, what: fault.what.replace(/\.$/, `, called for ${step.tool}.`) });
  }
  const { output, text, isError } = answer.value;
  const shown = ports.redact(text);
  if (isError)
    return refused(
      runnerFault('tool_failed', `The tool ${step.server}.${step.tool} answered with an error.`, shown),
    );
  const descriptor = server.allowed.get(step.tool);
  if (descriptor === undefined) throw new TypeError(`gather: the tool ${step.tool} is not allowed`);
  return ok({
    step,
    descriptor,
    arguments: digestDocument({ kind: 'countersign/arguments@1', arguments: input.value }),
    output: digestText(output),
    outputBytes: utf8Length(output),
    redacted: digestText(ports.redact(output)),
    text: shown,
    flags: flagsOf(answer.value),
    calledAt,
    answeredAt,
  });
}

function flagsOf({ text, hasBinary, structured }: ToolAnswer): readonly EvidenceFlag[] {
  const flags: EvidenceFlag[] = [];
  if (hasBinary) flags.push('binary_content');
  if (text === '' && hasBinary) flags.push('not_text');
  if (structured !== null && !agrees(text, structured)) flags.push('structured_content_differs');
  return flags;
}

/** Servers say the same twice: the text is the structure’s JSON, or the structure’s only text member. */
function agrees(text: string, structured: JsonValue): boolean {
  if (isJsonObject(structured)) {
    const values = Object.values(structured);
    if (values.length === 1 && values[0] === text) return true;
  }
  const parsed = parseJson(text);
  return parsed.ok && safeCanonical(parsed.value) === safeCanonical(structured);
}

/** A structure may hold what canonical JSON refuses; then it agrees with nothing. */
function safeCanonical(value: JsonValue): string | null {
  try {
    return canonical(value);
  } catch {
    return null;
  }
}
