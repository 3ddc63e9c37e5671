// A raw MCP server over stdio with one read-only tool, `look`: its answer are lines of a log, as many bytes of
// them as the first argument says. It does nothing else, so that what is measured is the client.
import { createInterface } from 'node:readline';

const line = '2026-12-01T08:14:03.512Z INFO payments request=7f3a status=200 took=18ms region=eu-1\n';
const bytes = Number(process.argv[2]);
const log = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);

const results = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'answering', version: '1' },
  },
  'tools/list': {
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
      },
    ],
  },
  'tools/call': { content: [{ type: 'text', text: log }] },
  ping: {},
};

createInterface({ input: process.stdin }).on('line', (message) => {
  const { id, method } = JSON.parse(message);
  const result = results[method];
  if (id !== undefined && result !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
process.stdin.on('end', () => process.exit(0));
