import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clientLimits, type ClientLimits } from '../../../lib/adapters/mcp-client/limits.ts';
import { mcpServers } from '../../../lib/adapters/mcp-client/servers.ts';
import type { EvidenceServer, ServerCommand, ServerFault } from '../../../lib/core/port/evidence-server.ts';
import type { Result } from '../../../lib/core/result.ts';

/** Short enough for tests; nothing here waits for a time to pass that the server could decide. */
export const soon: ClientLimits = {
  ...clientLimits,
  startMs: 1500,
  quietMs: 400,
  callMs: 1200,
  stop: { endMs: 200, termMs: 300, killMs: 1000 },
};

/** One server's folder, and what became of the server. */
export interface Place {
  readonly home: string;
  readonly command: ServerCommand;
  /** Processes that this server left. */
  left(): readonly string[];
  remove(): void;
}

export function placeOf(mode: string): Place {
  const home = mkdtempSync(join(tmpdir(), 'server-'));
  return {
    home,
    command: {
      server: 'bad',
      version: null,
      command: process.execPath,
      arguments: [resolve('test/hostile/server.ts'), mode],
      directory: home,
      environment: { HOME: home, PATH: process.env['PATH'] ?? '' },
    },
    left: () =>
      readdirSync('/proc').filter(
        (pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(`HOME=${home}\0`),
      ),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export function start(
  place: Place,
  limits: ClientLimits = soon,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result<EvidenceServer, ServerFault>> {
  return mcpServers(limits).start(place.command, signal);
}

export async function started(place: Place, limits: ClientLimits = soon): Promise<EvidenceServer> {
  const server = await start(place, limits);
  if (!server.ok) throw new Error(server.fault.what);
  return server.value;
}

/** What went wrong, in the client's words; null where nothing did. */
export function whatOf(result: Result<unknown, ServerFault>): string | null {
  return result.ok ? null : result.fault.what;
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
