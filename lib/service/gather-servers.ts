import type { Bundle, BundleServer } from '../core/bundle/bundle.ts';
import { compareServers, pinTool, type LockDifference } from '../core/bundle/lock-difference.ts';
import type { BundleLock, PinnedServer, PinnedTool } from '../core/bundle/lock.ts';
import type {
  EvidenceServer,
  EvidenceServers,
  OfferedTool,
  ServerFault,
  ServerLaunch,
  ServerNoise,
} from '../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';

/** A started server with the tools that may be called: allowed by the bundle, offered, and read-only. */
export interface ReadyServer {
  readonly id: string;
  readonly handle: EvidenceServer;
  readonly offered: number;
  /** The server and its allowed tools, as they are now. */
  readonly pinned: PinnedServer;
  /** Offered and not allowed: never called, whatever they say of themselves. */
  readonly ignored: readonly string[];
}

/** Starts all servers at the same time. When one fails, the started ones are in `started` all the same, to be stopped. */
export async function startServers(
  bundle: Bundle,
  launches: readonly ServerLaunch[],
  servers: EvidenceServers,
  signal: AbortSignal,
): Promise<{ readonly started: readonly EvidenceServer[]; readonly fault: RunnerFault | null }> {
  const missing = bundle.servers.find(({ id }) => !launches.some(({ server }) => server === id));
  if (missing !== undefined) throw new TypeError(`gather: no launch for the server ${missing.id}`);
  const results = await Promise.all(launches.map((launch) => servers.start(launch, signal)));
  const started = results.flatMap((result) => (result.ok ? [result.value] : []));
  const failed = results.find((result) => !result.ok);
  return { started, fault: failed === undefined || failed.ok ? null : faultOf(failed.fault) };
}

/** Asks every server of a bundle for its tools, and keeps those that the bundle allows. */
export async function readyServers(
  bundle: Bundle,
  launches: readonly ServerLaunch[],
  started: readonly EvidenceServer[],
): Promise<Result<readonly ReadyServer[], RunnerFault>> {
  const ready: ReadyServer[] = [];
  for (const server of bundle.servers) {
    const handle = started.find((one) => one.server === server.id);
    if (handle === undefined) throw new TypeError(`gather: the server ${server.id} was not started`);
    const version = launches.find((one) => one.server === server.id)?.version ?? null;
    const one = await readyServer(server, version, handle);
    if (!one.ok) return one;
    ready.push(one.value);
  }
  return ok(ready);
}

async function readyServer(
  { id, tools: allowed }: BundleServer,
  version: string | null,
  handle: EvidenceServer,
): Promise<Result<ReadyServer, RunnerFault>> {
  const offered = await handle.tools();
  if (!offered.ok) return refused(faultOf(offered.fault));
  const tools: PinnedTool[] = [];
  for (const name of allowed) {
    const tool = offered.value.find((offer) => offer.name === name);
    if (tool === undefined)
      return refused(runnerFault('tool_unavailable', `The server ${id} does not offer the tool ${name}.`));
    if (!tool.readOnly) {
      return refused(
        runnerFault('tool_unavailable', `The server ${id} does not declare its tool ${name} as read-only.`),
      );
    }
    tools.push(pinTool(name, tool.descriptor));
  }
  const ignored = offered.value.map(({ name }) => name).filter((name) => !allowed.includes(name));
  return ok({ id, handle, offered: offered.value.length, pinned: { id, version, tools }, ignored });
}

/** Whether the servers are as the lock has them. The fault names the first tool that is not, and how. */
export function driftOf(lock: BundleLock, ready: readonly ReadyServer[]): RunnerFault | null {
  for (const { id, pinned } of ready) {
    const before = lock.servers.find((server) => server.id === id);
    if (before === undefined) throw new TypeError(`gather: the lock has no server ${id}`);
    const differences = compareServers(before, pinned);
    const [first] = differences;
    if (first === undefined) continue;
    const more = differences.length === 1 ? '' : `, and ${differences.length - 1} more`;
    return runnerFault(
      'tool_changed',
      `A server is not what the bundle was compiled with: ${first.what}${more}.`,
      differences.map(differenceInWords).join('\n'),
    );
  }
  return null;
}

/** One difference in up to three lines. Both sides are untrusted. */
export function differenceInWords({ what, before, after }: LockDifference): string {
  return [what, ...side('-', before), ...side('+', after)].join('\n');
}

const maxSide = 600;

function side(sign: string, text: string | null): readonly string[] {
  return text === null ? [] : [`  ${sign} ${text.length > maxSide ? `${text.slice(0, maxSide)}…` : text}`];
}

/** Asks again after the last call: what a tool said of itself must have held while it was called. */
export async function recheckServer(server: ReadyServer): Promise<RunnerFault | null> {
  const tools = await server.handle.tools();
  if (!tools.ok) return faultOf(tools.fault);
  for (const { name, digest } of server.pinned.tools) {
    const tool: OfferedTool | undefined = tools.value.find((offer) => offer.name === name);
    if (tool === undefined || !tool.readOnly || pinTool(name, tool.descriptor).digest !== digest) {
      return runnerFault(
        'tool_changed',
        `The server ${server.id} changed its tool ${name} while it was in use, so its answers do not count.`,
      );
    }
  }
  return null;
}

/** Stops all servers at the same time, and adds up what they wrote where they should not have. */
export async function stopServers(servers: readonly EvidenceServer[]): Promise<ServerNoise> {
  const noises = await Promise.all(servers.map((server) => server.stop()));
  return {
    stdoutLines: noises.reduce((sum, { stdoutLines }) => sum + stdoutLines, 0),
    stderrBytes: noises.reduce((sum, { stderrBytes }) => sum + stderrBytes, 0),
  };
}

/** A server's fault as the run's. */
export function faultOf(fault: ServerFault): RunnerFault {
  return runnerFault(
    fault.code,
    `The server ${fault.server} ${fault.what}.`,
    fault.stderr === '' ? null : fault.stderr,
  );
}
