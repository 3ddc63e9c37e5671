import * as core from '@actions/core';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LeftBehind } from '../lib/adapters/mcp-client/left-behind.ts';
import type { Started } from '../lib/adapters/mcp-client/child.ts';
import { parseJson } from '../lib/core/json/parse.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../lib/core/json/value.ts';
import type { StateName } from './contract.ts';

/** What would be left behind if the main step were killed now: the post step is told before it is there. */
export interface Leavings {
  /** An empty folder that only this step uses. */
  readonly folder: string;
  readonly started: Started;
  /** Takes the folder away. */
  remove(): Promise<void>;
}

const folderName = /^countersign-[0-9a-f-]{36}$/;

/** More servers than a bundle may have; a longer list is not ours. */
const maxProcesses = 64;

/** Makes the folder under `temp`, and keeps the post step told of it and of every process. */
export async function createLeavings(temp: string): Promise<Leavings> {
  const folder = join(temp, `countersign-${randomUUID()}`);
  const processes: Parameters<Started>[0][] = [];
  save('folder', folder);
  await mkdir(folder, { mode: 0o700 });
  return {
    folder,
    started: (leader) => {
      processes.push(leader);
      save('processes', JSON.stringify(processes));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What the main step said; null where it left nothing, or where somebody else wrote what is there. */
export function readLeavings(temp: string): LeftBehind | null {
  const folder = core.getState('folder' satisfies StateName);
  if (temp === '' || dirname(folder) !== temp.replace(/\/+$/, '') || !folderName.test(basename(folder)))
    return null;
  const written = parseJson(core.getState('processes' satisfies StateName) || '[]');
  const list = written.ok && isJsonArray(written.value) ? written.value.slice(0, maxProcesses) : [];
  return { folder, leaders: list.flatMap((one) => leaderOf(one) ?? []) };
}

function leaderOf(value: JsonValue): LeftBehind['leaders'][number] | null {
  if (!isJsonObject(value)) return null;
  const { pid, startedAt } = value;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 2) return null;
  return typeof startedAt === 'string' && /^\d{1,20}$/.test(startedAt) ? { pid, startedAt } : null;
}

function save(name: StateName, value: string): void {
  core.saveState(name, value);
}
