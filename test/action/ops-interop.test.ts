import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

it('a host of the 2025 era, on the SDK’s first line, can use the ops server', async () => {
  const home = mkdtempSync(join(tmpdir(), 'ops-interop-'));
  const client = new Client({ name: 'a host of 2025', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve('dist/ops/index.js'), resolve('workflows/incident-response')],
      cwd: home,
      env: { HOME: home },
      stderr: 'ignore',
    }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['service-status', 'runbook-search']);
  const answer = await client.callTool({ name: 'service-status', arguments: { service: 'payments' } });
  expect(JSON.stringify(answer.content)).toContain('payments: degraded since 13:59 UTC');
  await client.close();
  rmSync(home, { recursive: true });
});
