import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mcpServers } from '../../lib/adapters/mcp-client/servers.ts';
import type { Measure } from '../measure.ts';
import { medianRatio } from '../statistics.ts';

const name = 'gather.stdio20';

const rounds = 15;
const calls = 20;
const server = join(import.meta.dirname, '..', 'stage', 'answering.js');
const answerBytes = '2000';

/** Twenty calls of one server, from its start to its end: our evidence client beside the SDK's own. */
export const gatherStdio: Measure = {
  names: [name],
  run: async ({ rounds: chosen }) => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-stdio-'));
    try {
      const [ours, bare]: readonly [number[], number[]] = [[], []];
      for (let round = -2; round < (chosen ?? rounds); round += 1) {
        const turns = [
          async () => ours.push(await timed(() => askByUs(home))),
          async () => bare.push(await timed(() => askBySdk(home))),
        ];
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
        if (round < 0) for (const samples of [ours, bare]) samples.length = 0;
      }
      return {
        load: `gather.stdio20: one server over stdio started, its tools listed, ${calls} calls of ${answerBytes} bytes one by one, the server ended; wall time`,
        rows: [
          { what: 'our evidence client', unit: 'ms', iterations: 1, samples: ours },
          { what: 'the SDK’s client alone', unit: 'ms', iterations: 1, samples: bare },
        ],
        findings: [
          {
            name,
            value: medianRatio(ours, bare),
            bound: 1.1,
            reason: 'that every message is bounded and every process is found again may cost little',
          },
        ],
      };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function askByUs(home: string): Promise<void> {
  const { signal } = new AbortController();
  const launch = {
    server: 'answering',
    version: null,
    command: process.execPath,
    arguments: [server, answerBytes],
    directory: home,
    environment: { PATH: process.env['PATH'] ?? '', HOME: home },
  };
  const started = await mcpServers().start(launch, signal);
  if (!started.ok) throw new Error(started.fault.what);
  const listed = await started.value.tools();
  if (!listed.ok) throw new Error(listed.fault.what);
  for (let call = 0; call < calls; call += 1) {
    const answer = await started.value.call('look', {}, signal);
    if (!answer.ok) throw new Error(answer.fault.what);
  }
  await started.value.stop();
}

async function askBySdk(home: string): Promise<void> {
  const client = new Client({ name: 'bare', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, answerBytes],
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
  await client.connect(transport);
  await client.listTools();
  for (let call = 0; call < calls; call += 1) await client.callTool({ name: 'look', arguments: {} });
  await client.close();
}
