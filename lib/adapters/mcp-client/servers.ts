import type { Client, RequestOptions, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { visible } from '../../core/evidence/visible.ts';
import type { JsonObject, JsonValue } from '../../core/json/value.ts';
import type {
  EvidenceServer,
  EvidenceServers,
  OfferedTool,
  ServerCommand,
  ServerFault,
  ToolAnswer,
} from '../../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { readAnswer, readPage } from './answer.ts';
import { startChild, stopTimes, type Child, type StopTimes } from './child.ts';
import { stdioWire, type Wire } from './transport.ts';

/** Bounds on what a server may take, in milliseconds and bytes. */
export interface ClientLimits {
  /** From the start of the process to the end of the handshake. */
  readonly startMs: number;
  /** Between two signs of progress of a call, and for a list. */
  readonly quietMs: number;
  /** For a call, whatever progress it reports. */
  readonly callMs: number;
  readonly messageBytes: number;
  readonly pages: number;
  readonly stop: StopTimes;
}

export const clientLimits: ClientLimits = {
  startMs: 20_000,
  quietMs: 20_000,
  callMs: 60_000,
  // A tool's output of 10 MB is to be digested whole; in JSON it can take half as much again.
  messageBytes: 16_777_216,
  pages: 8,
  stop: stopTimes,
};

/** The largest part of stderr that goes into a log. */
const maxStderr = 2000;

/** Starts MCP servers over stdio. The SDK is loaded when the first one is. */
export function mcpServers(limits: ClientLimits = clientLimits): EvidenceServers {
  return { start: (command, signal) => start(command, limits, signal) };
}

async function start(
  command: ServerCommand,
  limits: ClientLimits,
  signal: AbortSignal,
): Promise<Result<EvidenceServer, ServerFault>> {
  // Not at the top: a run that is refused before any server starts never pays for it.
  const { Client: McpClient } = await import('@modelcontextprotocol/client');
  const child = startChild(command);
  const wire = stdioWire(child, limits.messageBytes);
  const client = new McpClient(
    { name: 'countersign', version: '1' },
    {
      capabilities: {},
      inputRequired: { autoFulfill: false },
      // A schema that a server supplies is never compiled: its patterns could block us past every timeout.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not compiled' }),
      },
      versionNegotiation: { mode: 'legacy' },
    },
  );
  const session: Session = { server: command.server, child, wire, client, limits };
  const connected = await bounded(session, limits.startMs, signal, (options) =>
    client.connect(wire.transport, options),
  );
  if (!connected.ok) {
    await child.stop(limits.stop);
    return refused(
      fault(
        session,
        connected.fault === 'did not answer in time' ? 'did not start in time' : connected.fault,
      ),
    );
  }
  return ok({
    server: command.server,
    tools: () => listTools(session, signal),
    call: (tool, input, callSignal) => callTool(session, tool, input, callSignal),
    stop: async () => {
      await child.stop(limits.stop);
      return { stdoutLines: wire.noiseLines(), stderrBytes: child.stderrBytes() };
    },
  });
}

interface Session {
  readonly server: string;
  readonly child: Child;
  readonly wire: Wire;
  readonly client: Client;
  readonly limits: ClientLimits;
}

async function listTools(
  session: Session,
  signal: AbortSignal,
): Promise<Result<readonly OfferedTool[], ServerFault>> {
  const tools: OfferedTool[] = [];
  let cursor: string | null = null;
  // Page by page and past the SDK's own list: that one may answer from a cache whose age the server sets.
  for (let page = 0; page < session.limits.pages; page += 1) {
    const params: JsonObject = cursor === null ? {} : { cursor };
    const result = await bounded(session, session.limits.quietMs, signal, (options) =>
      session.client.request({ method: 'tools/list', params }, asReceived, options),
    );
    if (!result.ok) return refused(fault(session, result.fault));
    const read = readPage(result.value);
    if (!read.ok) return refused(fault(session, read.fault));
    tools.push(...read.value.tools);
    cursor = read.value.next;
    if (cursor === null) {
      const names = new Set(tools.map(({ name }) => name));
      return names.size === tools.length
        ? ok(tools)
        : refused(fault(session, 'offers two tools of one name'));
    }
  }
  return refused(fault(session, `lists tools on more than ${session.limits.pages} pages`));
}

async function callTool(
  session: Session,
  tool: string,
  input: JsonObject,
  signal: AbortSignal,
): Promise<Result<ToolAnswer, ServerFault>> {
  const { quietMs, callMs } = session.limits;
  const result = await bounded(session, callMs, signal, (options) =>
    session.client.request({ method: 'tools/call', params: { name: tool, arguments: input } }, asReceived, {
      ...options,
      timeout: Math.min(quietMs, callMs),
      // Without a listener the SDK asks for no progress, and then resets nothing.
      onprogress: () => undefined,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: callMs,
    }),
  );
  if (!result.ok) return refused(fault(session, result.fault));
  const answer = readAnswer(result.value);
  return answer.ok ? answer : refused(fault(session, answer.fault));
}

/**
 * Waits for the SDK, and not for ever: a timer of our own ends what the SDK's timeouts do not. The fault
 * is in our own words; the SDK's carry the server's.
 */
async function bounded<Value>(
  { wire }: Session,
  ms: number,
  signal: AbortSignal,
  ask: (options: RequestOptions) => Promise<Value>,
): Promise<Result<Value, string>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<Value, string>>();
  const timer = setTimeout(() => resolve(refused('did not answer in time')), ms + 500);
  const stop = (): void => resolve(refused('was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const asked = ask({ timeout: ms, signal }).then(
    (value): Result<Value, string> => ok(value),
    (error: unknown): Result<Value, string> => refused(signal.aborted ? 'was stopped' : explain(error, wire)),
  );
  const result = await Promise.race([asked, late]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  return result;
}

function explain(error: unknown, wire: Wire): string {
  const lost = wire.lost();
  if (lost !== null) return lost;
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'REQUEST_TIMEOUT') return 'did not answer in time';
  if (typeof code === 'number') return `answered with the JSON-RPC error ${code}`;
  if (typeof code === 'string') return `could not be understood (${code.toLowerCase().replaceAll('_', ' ')})`;
  return 'could not be understood';
}

function fault({ server, child }: Session, what: string): ServerFault {
  const stderr = visible(child.stderrTail().trimEnd()).slice(-maxStderr);
  return { code: 'server_unavailable', server, what, stderr };
}

/** Takes a result as it came, without the SDK's reading of it: what is digested is what was sent. */
const asReceived: StandardSchemaV1<unknown, JsonValue> = {
  '~standard': {
    version: 1,
    vendor: 'countersign',
    validate: (value) => (isJson(value) ? { value } : { issues: [{ message: 'no result' }] }),
  },
};

/** A result came out of `JSON.parse` a moment ago, so anything that is there is JSON. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
