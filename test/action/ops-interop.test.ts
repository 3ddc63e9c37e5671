/** A host of the years before: the first line of the MCP SDK, which most hosts still speak with. */
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bundle = resolve('workflows/incident-response');

/** One host with one server over stdio; everything that the server wrote on stderr is kept. */
interface Host {
  readonly client: Client;
  readonly stderr: () => string;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
  close(): Promise<void>;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

async function connect(folder: string): Promise<Host> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('dist/ops/index.js'), folder],
    stderr: 'pipe',
  });
  const client = new Client({ name: 'a-host', version: '1.0.0' });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => void (stderr += chunk.toString('utf8')));
  await client.connect(transport);
  return {
    client,
    stderr: () => stderr,
    call: async (name, args) => {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...args } }));
      const texts = result.content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`));
      return { text: texts.join('\n'), isError: result.isError === true };
    },
    close: () => client.close(),
  };
}

describe('the ops server before a host of 2025', () => {
  let host: Host;
  beforeAll(async () => {
    host = await connect(bundle);
  });
  afterAll(() => host.close());

  it('agrees on the host’s revision, says who it is, and offers tools alone', () => {
    expect(LATEST_PROTOCOL_VERSION).toBe('2025-11-25');
    expect(host.client.getServerVersion()).toMatchObject({ name: 'countersign-ops', version: '1' });
    expect(Object.keys(host.client.getServerCapabilities() ?? {})).toEqual(['tools']);
  });

  it('lists two tools that say that they only read, with closed schemas', async () => {
    const { tools, nextCursor } = await host.client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(['runbook-search', 'service-status']);
    expect(nextCursor).toBeUndefined();
    for (const { annotations, inputSchema, description } of tools) {
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(inputSchema.required).toHaveLength(1);
      expect(description).toMatch(/^[A-Z].{20,200}\.$/);
    }
  });

  it('answers both, the same twice', async () => {
    const status = await host.call('service-status', { service: 'payments' });
    expect(status).toMatchObject({ isError: false });
    expect(status.text).toMatch(/^payments: degraded since /);
    const found = await host.call('runbook-search', { query: 'payments roll back' });
    expect(found).toMatchObject({ isError: false });
    expect(found.text).toMatch(/^\d+ lines found, \d+ shown\n[a-z-]+\.md:\d+: /);
    expect(await host.call('service-status', { service: 'payments' })).toEqual(status);
    expect(await host.call('runbook-search', { query: 'payments roll back' })).toEqual(found);
  });

  it('finds nothing without calling it an error', async () => {
    expect(await host.call('runbook-search', { query: 'zeppelin' })).toEqual({
      text: '0 lines found, 0 shown',
      isError: false,
    });
  });

  it.each([
    ['a service that is not recorded', 'service-status', { service: 'nowhere' }],
    ['a path for a service', 'service-status', { service: '../bundle' }],
    ['a number for a service', 'service-status', { service: 5 }],
    ['no argument', 'runbook-search', {}],
    ['a member that the schema does not know', 'service-status', { service: 'payments', folder: '/etc' }],
    ['an empty query', 'runbook-search', { query: '' }],
  ])('%s is an error that names no path of this machine', async (_, name, args) => {
    const { text, isError } = await host.call(name, args);
    expect(isError).toBe(true);
    expectNoPaths(text);
  });

  it('an unknown tool is refused, and the server goes on', async () => {
    const refusal = await host.call('delete-everything', {}).then(
      ({ text, isError }) => (isError ? text : 'answered'),
      (error: unknown) => (error instanceof Error ? error.message : 'no error'),
    );
    expect(refusal).toContain('delete-everything');
    expectNoPaths(refusal);
    expect((await host.call('service-status', { service: 'payments' })).isError).toBe(false);
  });

  it('writes nothing on stderr', () => {
    expect(host.stderr()).toBe('');
  });
});

describe('a folder that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-canary-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is told in words of ours: no path, no error code, and nothing of a file outside', async () => {
    mkdirSync(join(folder, 'status'));
    mkdirSync(join(folder, 'status', 'folder.json'));
    writeFileSync(join(folder, 'secret.json'), '{"service":"secret-canary"}');
    symlinkSync(join(folder, 'secret.json'), join(folder, 'status', 'linked.json'));
    writeFileSync(join(folder, 'status', 'broken.json'), '{"service":"broken-canary",');
    writeFileSync(join(folder, 'runbooks'), 'a file where a folder should be');
    const host = await connect(folder);
    try {
      for (const service of ['folder', 'linked', 'broken']) {
        const { text, isError } = await host.call('service-status', { service });
        expect([text, isError]).toEqual([`Nothing is recorded about ${service}.`, true]);
      }
      const search = await host.call('runbook-search', { query: 'anything' });
      expectNoPaths(search.text);
    } finally {
      await host.close();
    }
  });
});

function expectNoPaths(text: string): void {
  expect(text).not.toBe('');
  for (const path of [process.cwd(), bundle, tmpdir(), process.execPath]) expect(text).not.toContain(path);
  expect(text).not.toMatch(/node:|\bat .*:\d+:\d+|ENOENT|ENOTDIR|EISDIR|ELOOP|canary/);
}
