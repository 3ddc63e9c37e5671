import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpServers } from '../../lib/adapters/mcp-client/servers.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { EvidenceServer } from '../../lib/core/port/evidence-server.ts';

let folder: string;
let server: EvidenceServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ops-'));
  for (const name of ['status', 'runbooks', 'home']) mkdirSync(join(folder, name));
  const status = {
    service: 'payments',
    state: 'degraded',
    since: '13:59 UTC',
    signals: [{ name: '5xx', value: '14.2 %', window: '5 min' }],
    changes: [{ at: '13:58 UTC', what: 'deployment 42' }],
  };
  writeFileSync(join(folder, 'status/payments.json'), JSON.stringify(status));
  writeFileSync(
    join(folder, 'status/quiet.json'),
    JSON.stringify({ ...status, service: 'quiet', changes: [] }),
  );
  writeFileSync(join(folder, 'status/broken.json'), '{"service":"broken"}');
  writeFileSync(join(folder, 'status/large.json'), `"${'x'.repeat(70_000)}"`);
  symlinkSync('/etc/hostname', join(folder, 'status/linked.json'));
  writeFileSync(
    join(folder, 'runbooks/payments.md'),
    '# payments\n\n5xx: restart the pool.\nPool of payments.\n',
  );
  writeFileSync(join(folder, 'runbooks/long.md'), `pool ${'y'.repeat(500)}\n${'pool\n'.repeat(50)}`);
  const home = join(folder, 'home');
  const started = await mcpServers().start(
    {
      server: 'ops',
      version: null,
      command: process.execPath,
      arguments: [resolve('dist/ops/index.js'), folder],
      directory: home,
      environment: { HOME: home },
    },
    new AbortController().signal,
  );
  if (!started.ok) throw new Error(started.fault.what);
  server = started.value;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function ask(
  tool: string,
  input: JsonObject,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const answer = await server.call(tool, input, new AbortController().signal);
  if (!answer.ok) throw new Error(answer.fault.what);
  return { text: answer.value.text, isError: answer.value.isError };
}

describe('the ops server, as it is shipped', () => {
  it('declares both tools as read-only, closed and safe to repeat', async () => {
    const tools = await server.tools();
    expect(tools.ok && tools.value.map(({ name, descriptor }) => [name, descriptor['annotations']])).toEqual(
      ['service-status', 'runbook-search'].map((name) => [
        name,
        { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      ]),
    );
  });

  it('tells a service’s state, signals and changes', async () => {
    expect(await ask('service-status', { service: 'payments' })).toEqual({
      text: 'payments: degraded since 13:59 UTC\n5xx: 14.2 % (5 min)\nlast changes:\n13:58 UTC  deployment 42',
      isError: false,
    });
    expect((await ask('service-status', { service: 'quiet' })).text).not.toContain('last changes');
  });

  it.each(['nowhere', 'broken', 'large', 'linked'])(
    'knows nothing of a service without a sound file: %s',
    async (service) => {
      expect(await ask('service-status', { service })).toEqual({
        text: `Nothing is recorded about ${service}.`,
        isError: true,
      });
    },
  );

  it.each(['../status/payments', '/etc/passwd', 'a/b', 'payments.json', '', 'x'.repeat(200)])(
    'FS-01: takes no path for a service: %j',
    async (service) => {
      const { text, isError } = await ask('service-status', { service });
      expect(isError).toBe(true);
      expect(text).not.toContain(folder);
    },
  );

  it('finds lines of the runbooks, the most fitting first and in reading order', async () => {
    const { text } = await ask('runbook-search', { query: 'payments pool, of?' });
    expect(text.split('\n').slice(1, 4)).toEqual([
      'payments.md:4: Pool of payments.',
      `long.md:1: pool ${'y'.repeat(155)}`,
      'long.md:2: pool',
    ]);
  });

  it('shows at most twelve lines, and says how many there are', async () => {
    const { text } = await ask('runbook-search', { query: 'pool' });
    expect(text.split('\n')).toHaveLength(13);
    expect(text).toMatch(/^53 lines found, 12 shown/);
  });

  it('an argument that is not asked for is refused', async () => {
    expect((await ask('runbook-search', { query: 'pool', folder: '/etc' })).isError).toBe(true);
  });
});
