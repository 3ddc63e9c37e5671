import type { Client, RequestOptions, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { visible } from '../../core/evidence/visible.ts';
import type { JsonObject, JsonValue } from '../../core/json/value.ts';
import type {
  EvidenceServer,
  EvidenceServers,
  OfferedTool,
  ServerCommand,
  ServerFault,
  ServerLaunch,
  ToolAnswer,
} from '../../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { readAnswer, readPage } from './answer.ts';
import { startChild, type Started } from './child.ts';
import { httpLink, systemNetwork, type Network } from './http-link.ts';
import { clientLimits, type ClientLimits } from './limits.ts';
import type { Link } from './link.ts';
import { headerMirror, type HeaderMirror } from './parameter-headers.ts';
import { stdioWire } from './transport.ts';

/** The largest part of stderr that goes into a log. */
const maxStderr = 2000;

/** Starts MCP servers over stdio, and reaches others over HTTPS. The SDK is loaded when the first one is. */
export function mcpServers(
  limits: ClientLimits = clientLimits,
  network: Network = systemNetwork,
  started: Started = () => undefined,
): EvidenceServers {
  return { start: (launch, signal) => start({ launch, limits, network, started, signal }) };
}

interface Order {
  readonly launch: ServerLaunch;
  readonly limits: ClientLimits;
  readonly network: Network;
  readonly started: Started;
  /** Aborts when the run ends; a call has a signal of its own. */
  readonly signal: AbortSignal;
}

/** A client on its link. */
interface Session {
  readonly link: Link;
  readonly client: Client;
}

async function start(order: Order): Promise<Result<EvidenceServer, ServerFault>> {
  const { launch } = order;
  const first = await connect(order);
  if (!first.ok) return first;
  let session = first.value;
  let renewed = false;
  const mirror = headerMirror('url' in launch);
  /** A server that has forgotten its session is asked once more over a new one: everything here only reads. */
  const ask: Ask = async (ms, signal, question) => {
    const asked = await bounded(session, ms, signal, question);
    if (asked.ok || renewed || !session.link.isForgotten())
      return asked.ok ? asked : refused(faultOf(launch.server, session.link, asked.fault));
    renewed = true;
    await session.link.end();
    const again = await connect(order);
    if (!again.ok) return again;
    session = again.value;
    const second = await bounded(session, ms, signal, question);
    return second.ok ? second : refused(faultOf(launch.server, session.link, second.fault));
  };
  return ok({
    server: launch.server,
    tools: () => listTools(order, ask, mirror),
    call: (tool, input, signal) =>
      callTool(order, ask, { tool, input, headers: mirror.headersOf(tool, input), signal }),
    stop: () => session.link.end(),
  });
}

async function connect(order: Order): Promise<Result<Session, ServerFault>> {
  const { launch, limits, network, started, signal } = order;
  // Not at the top: a run that is refused before any server starts never pays for it.
  const { Client: McpClient } = await import('@modelcontextprotocol/client');
  const made =
    'url' in launch ? await httpLink(launch, limits, network) : ok(stdioLink(launch, limits, started));
  if (!made.ok)
    return refused({ code: 'server_unavailable', server: launch.server, what: made.fault, stderr: '' });
  const link = made.value;
  const client = new McpClient(
    { name: 'countersign', version: '1' },
    {
      capabilities: {},
      inputRequired: { autoFulfill: false },
      // A schema that a server supplies is never compiled: its patterns could block us past every timeout.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not compiled' }),
      },
      // Over stdio, asking for the version would start the server twice.
      versionNegotiation:
        'url' in launch ? { mode: 'auto', probe: { timeoutMs: limits.probeMs } } : { mode: 'legacy' },
    },
  );
  const session: Session = { link, client };
  const connected = await bounded(session, limits.startMs, signal, (_client, options) =>
    client.connect(link.transport, options),
  );
  if (connected.ok) return ok(session);
  const what = connected.fault === 'did not answer in time' ? 'did not start in time' : connected.fault;
  await link.end();
  // What it wrote last may have come while it ended.
  return refused(faultOf(launch.server, link, what));
}

function stdioLink(command: ServerCommand, limits: ClientLimits, started: Started): Link {
  const child = startChild(command, started);
  const wire = stdioWire(child, limits.messageBytes);
  return {
    transport: wire.transport,
    lost: () => wire.lost(),
    isForgotten: () => false,
    words: () => child.stderrTail(),
    end: async () => {
      await child.stop(limits.stop);
      return { stdoutLines: wire.noiseLines(), stderrBytes: child.stderrBytes() };
    },
  };
}

type Question<Value> = (client: Client, options: RequestOptions) => Promise<Value>;
type Ask = <Value>(
  ms: number,
  signal: AbortSignal,
  question: Question<Value>,
) => Promise<Result<Value, ServerFault>>;

async function listTools(
  { launch: { server }, limits, signal }: Order,
  ask: Ask,
  mirror: HeaderMirror,
): Promise<Result<readonly OfferedTool[], ServerFault>> {
  const unfit = (what: string): Result<never, ServerFault> =>
    refused({ code: 'server_unavailable', server, what, stderr: '' });
  const tools: OfferedTool[] = [];
  let cursor: string | null = null;
  // Page by page and past the SDK's own list: that one may answer from a cache whose age the server sets.
  for (let page = 0; page < limits.pages; page += 1) {
    const params: JsonObject = cursor === null ? {} : { cursor };
    const result = await ask(limits.quietMs, signal, (client, options) =>
      client.request({ method: 'tools/list', params }, asReceived, options),
    );
    if (!result.ok) return result;
    const read = readPage(result.value);
    if (!read.ok) return unfit(read.fault);
    tools.push(...read.value.tools);
    cursor = read.value.next;
    if (cursor === null) {
      const names = new Set(tools.map(({ name }) => name));
      return names.size === tools.length ? ok(mirror.keep(tools)) : unfit('offers two tools of one name');
    }
  }
  return unfit(`lists tools on more than ${limits.pages} pages`);
}

async function callTool(
  { launch: { server }, limits: { quietMs, callMs } }: Order,
  ask: Ask,
  {
    tool,
    input,
    headers,
    signal,
  }: {
    readonly tool: string;
    readonly input: JsonObject;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<Result<ToolAnswer, ServerFault>> {
  const result = await ask(callMs, signal, (client, options) =>
    client.request({ method: 'tools/call', params: { name: tool, arguments: input } }, asReceived, {
      ...options,
      headers,
      timeout: Math.min(quietMs, callMs),
      // Without a listener the SDK asks for no progress, and then resets nothing.
      onprogress: () => undefined,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: callMs,
    }),
  );
  if (!result.ok) return result;
  const answer = readAnswer(result.value);
  return answer.ok ? answer : refused({ code: 'server_unavailable', server, what: answer.fault, stderr: '' });
}

/**
 * Waits for the SDK, and not for ever: a timer of our own ends what the SDK's timeouts do not. The fault
 * is in our own words; the SDK's carry the server's.
 */
async function bounded<Value>(
  { link, client }: Session,
  ms: number,
  signal: AbortSignal,
  ask: Question<Value>,
): Promise<Result<Value, string>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<Value, string>>();
  const timer = setTimeout(() => resolve(refused('did not answer in time')), ms + 500);
  const stop = (): void => resolve(refused('was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const asked = ask(client, { timeout: ms, signal }).then(
    (value): Result<Value, string> => ok(value),
    (error: unknown): Result<Value, string> => refused(signal.aborted ? 'was stopped' : explain(error, link)),
  );
  const result = await Promise.race([asked, late]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  return result;
}

function explain(error: unknown, link: Link): string {
  const lost = link.lost();
  if (lost !== null) return lost;
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'REQUEST_TIMEOUT') return 'did not answer in time';
  if (typeof code === 'number') return `answered with the JSON-RPC error ${code}`;
  if (typeof code === 'string') return `could not be understood (${code.toLowerCase().replaceAll('_', ' ')})`;
  return 'could not be understood';
}

function faultOf(server: string, link: Link, what: string): ServerFault {
  return {
    code: 'server_unavailable',
    server,
    what,
    stderr: visible(link.words().trimEnd()).slice(-maxStderr),
  };
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
