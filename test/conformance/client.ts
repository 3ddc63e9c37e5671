/**
 * What the conformance suite starts as the client that it judges: our own evidence client, asked as a run
 * would ask it. It lists the tools of the server whose address is its argument, and calls them.
 */
import { clientLimits } from '../../lib/adapters/mcp-client/limits.ts';
import { mcpServers } from '../../lib/adapters/mcp-client/servers.ts';
import { type JsonObject, type JsonValue } from '../../lib/core/json/value.ts';
import type { EvidenceServer, OfferedTool } from '../../lib/core/port/evidence-server.ts';
import { startFront } from './front.ts';

const never = new AbortController().signal;
const loopback = '127.0.0.1';

const front = await startFront(String(process.argv[2]));
// Loopback is refused to everybody who does not name it; here it is named, as a bundle would.
const servers = mcpServers(clientLimits, {
  resolve: () => Promise.resolve([loopback]),
  trusted: [front.cert],
});
const started = await servers.start(
  { server: 'judge', version: null, url: front.url, bearer: null, addresses: [loopback] },
  never,
);
if (started.ok) {
  await ask(started.value);
  await started.value.stop();
} else {
  report(started.fault.what);
}
front.close();

async function ask(server: EvidenceServer): Promise<void> {
  const tools = await server.tools();
  if (!tools.ok) return report(tools.fault.what);
  // This one serves a list and nothing else.
  if (process.env['MCP_CONFORMANCE_SCENARIO'] === 'json-schema-ref-no-deref') return undefined;
  for (const { name, input } of wanted(tools.value)) {
    const answer = await server.call(name, input, never);
    if (!answer.ok) report(answer.fault.what);
  }
}

interface Call {
  readonly name: string;
  readonly input: JsonObject;
}

/** What the scenario asks for by its context, or else every tool once, with what it is known to need. */
function wanted(tools: readonly OfferedTool[]): readonly Call[] {
  const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  const calls = typeof context === 'object' && context !== null && 'toolCalls' in context;
  if (calls && Array.isArray(context.toolCalls))
    return context.toolCalls.map((call: { readonly name: string; readonly arguments: JsonObject }) => ({
      name: call.name,
      input: call.arguments,
    }));
  const described = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.descriptor;
  const schema: JsonValue = described?.['inputSchema'] ?? null;
  const inputs: Readonly<Record<string, JsonObject>> = {
    add_numbers: { a: 2, b: 3 },
    json_schema_echo: { schema },
  };
  return tools.map(({ name }) => ({ name, input: inputs[name] ?? {} }));
}

function report(what: string): void {
  console.error(`The server ${what}.`);
  process.exitCode = 1;
}
