import { formatInstant, parseInstant, type EpochMs } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';

/** How far a repository's comments were read, and when they were last asked for, by this App's own clock. */
export interface Seen {
  /** GitHub's time: whatever was said before it is in the inbox, or was there. Null: no look has succeeded yet. */
  readonly until: EpochMs | null;
  readonly at: EpochMs;
}

/** What the last look at a repository's comments noted; null before the first one. */
export async function readSeen(ports: AppPorts, repositoryId: string): Promise<Seen | null> {
  const value = await ports.ledger.cursor({ name: cursorName(repositoryId) });
  const [until = '', at = ''] = value?.split(' ') ?? [];
  const noted = parseInstant(at);
  if (!noted.ok) return null;
  const read = parseInstant(until);
  return { until: read.ok ? read.value : null, at: noted.value };
}

/** Notes a look. */
export async function noteSeen(ports: AppPorts, repositoryId: string, { until, at }: Seen): Promise<void> {
  const value = `${until === null ? '-' : formatInstant(until)} ${formatInstant(at)}`;
  await ports.ledger.setCursor({ name: cursorName(repositoryId), value });
}

function cursorName(repositoryId: string): string {
  return `comments:${repositoryId}`;
}
