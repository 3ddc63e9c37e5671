import type { Bundle, BundleServer } from '../core/bundle/bundle.ts';
import { digestDocument, type Digest } from '../core/json/digest.ts';
import type {
  EvidenceServer,
  EvidenceServers,
  OfferedTool,
  ServerCommand,
  ServerFault,
  ServerNoise,
} from '../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';

/** A started server with the tools that may be called: allowed by the bundle, offered, and read-only. */
export interface ReadyServer {
  readonly id: string;
  readonly handle: EvidenceServer;
  readonly offered: number;
  /** Digest of each allowed tool's descriptor, by the tool's name. */
  readonly allowed: ReadonlyMap<string, Digest>;
  /** Offered and not allowed: never called, whatever they say of themselves. */
  readonly ignored: readonly string[];
}

/** Starts all servers at the same time. When one fails, the started ones are in `started` all the same, to be stopped. */
export async function startServers(
  bundle: Bundle,
  commands: readonly ServerCommand[],
  servers: EvidenceServers,
  signal: AbortSignal,
): Promise<{ readonly started: readonly EvidenceServer[]; readonly fault: RunnerFault | null }> {
  const missing = bundle.servers.find(({ id }) => !commands.some(({ server }) => server === id));
  if (missing !== undefined) throw new TypeError(`gather: no command for the server ${missing.id}`);
  const results = await Promise.all(commands.map((command) => servers.start(command, signal)));
  const started = results.flatMap((result) => (result.ok ? [result.value] : []));
  const failed = results.find((result) => !result.ok);
  return { started, fault: failed === undefined || failed.ok ? null : faultOf(failed.fault) };
}

/** Asks a server for its tools and keeps those that the bundle allows. */
export async function readyServer(
  server: BundleServer,
  handle: EvidenceServer,
): Promise<Result<ReadyServer, RunnerFault>> {
  const tools = await handle.tools();
  if (!tools.ok) return refused(faultOf(tools.fault));
  const allowed = new Map<string, Digest>();
  for (const name of server.tools) {
    const tool = tools.value.find((offer) => offer.name === name);
    if (tool === undefined)
      return refused(
        runnerFault('tool_unavailable', `The server ${server.id} does not offer the tool ${name}.`),
      );
    if (!tool.readOnly) {
      return refused(
        runnerFault(
          'tool_unavailable',
          `The server ${server.id} does not declare its tool ${name} as read-only.`,
        ),
      );
    }
    allowed.set(name, digestTool(tool));
  }
  const ignored = tools.value.map(({ name }) => name).filter((name) => !allowed.has(name));
  return ok({ id: server.id, handle, offered: tools.value.length, allowed, ignored });
}

/** Asks again after the last call: what a tool said of itself must have held while it was called. */
export async function recheckServer(server: ReadyServer): Promise<RunnerFault | null> {
  const tools = await server.handle.tools();
  if (!tools.ok) return faultOf(tools.fault);
  for (const [name, digest] of server.allowed) {
    const tool = tools.value.find((offer) => offer.name === name);
    if (tool === undefined || digestTool(tool) !== digest) {
      return runnerFault(
        'tool_unavailable',
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

function digestTool(tool: OfferedTool): Digest {
  return digestDocument({ kind: 'countersign/tool@1', descriptor: tool.descriptor });
}
