import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A runbook or a status file is a page or two. */
const maxBytes = 65_536;
const maxNames = 200;

/** Reads a regular file of a folder by its bare name; null where there is none. The name is checked by the caller. */
export async function readText(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const status = await lstat(path).catch(() => null);
  if (status === null || !status.isFile() || status.size > maxBytes) return null;
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return (await file.readFile()).subarray(0, maxBytes).toString('utf8');
  } finally {
    await file.close();
  }
}

/** Names of a folder that end in `extension`, sorted, at most 200. Empty where there is no folder. */
export async function listNames(folder: string, extension: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^[a-z0-9][a-z0-9-]{0,62}\.[a-z]+$/.test(name) && name.endsWith(extension))
    .toSorted()
    .slice(0, maxNames);
}
