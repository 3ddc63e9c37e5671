import { fromJsonSchema, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { resolve } from 'node:path';
import { searchRunbooks } from './runbook-search.ts';
import { serviceStatus } from './service-status.ts';

// Countersign's own read-only evidence server over one folder, its only argument:
// `status/<service>.json` and `runbooks/*.md`.

const folder = resolve(process.argv[2] ?? '.');
const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

serveStdio(() => {
  const server = new McpServer({ name: 'countersign-ops', version: '1' }, { capabilities: { tools: {} } });
  server.registerTool(
    'service-status',
    {
      title: 'Service status',
      description: 'The recorded state of one service: its signals and its last changes.',
      inputSchema: fromJsonSchema<{ service: string }>({
        type: 'object',
        properties: { service: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,62}$' } },
        required: ['service'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    ({ service }) =>
      answer(
        async () => (await serviceStatus(folder, service)) ?? fail(`Nothing is recorded about ${service}.`),
      ),
  );
  server.registerTool(
    'runbook-search',
    {
      title: 'Runbook search',
      description: 'Lines of the runbooks that hold the given words, the most fitting first.',
      inputSchema: fromJsonSchema<{ query: string }>({
        type: 'object',
        properties: { query: { type: 'string', minLength: 1, maxLength: 400 } },
        required: ['query'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    ({ query }) => answer(() => searchRunbooks(folder, query)),
  );
  return server;
});

class Failure extends Error {}

function fail(message: string): never {
  throw new Failure(message);
}

/** The SDK would hand an error's own text to the client, paths included. */
async function answer(work: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await work() }] };
  } catch (error) {
    const text = error instanceof Failure ? error.message : 'The files could not be read.';
    return { content: [{ type: 'text', text }], isError: true };
  }
}
