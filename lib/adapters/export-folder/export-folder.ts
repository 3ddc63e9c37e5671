import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDigest } from '../../core/json/digest.ts';
import type { ExportedRun, Exports, KeepFault } from '../../core/port/exports.ts';
import { ok, refused } from '../../core/result.ts';

/**
 * Keeps exports in a folder: `<repository id>/<run>-<hash>.jsonl`, private to the App's user. Each is written
 * beside its place, synced and renamed, and its folder is synced: after a crash there is the old file or the
 * new one, whole. What a crash leaves beside it begins with a dot and means nothing.
 */
export function exportFolder(folder: string, appId: string): Exports {
  return {
    appId,
    async keep({ text, ...run }) {
      const path = pathOf(folder, run);
      try {
        await write(path, text).catch(async (error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
          await makeFolder(dirname(path));
          await write(path, text);
        });
        return ok(null);
      } catch (error) {
        return refused(faultOf(error));
      }
    },
    async find(run) {
      try {
        return await readFile(pathOf(folder, run), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

/** Ids come from a verified record, and are still looked at before they become a path. */
function pathOf(folder: string, { repositoryId, run, hash }: ExportedRun): string {
  if (!/^[1-9][0-9]{0,19}$/.test(repositoryId) || !/^[A-Za-z0-9-]{1,120}$/.test(run) || !isDigest(hash))
    throw new TypeError('an export is named by a repository, a run and a hash');
  return join(folder, repositoryId, `${run}-${hash}.jsonl`);
}

async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  // A folder is there after a power cut only when the one that names it was synced.
  for (let at = path; ; at = dirname(at)) {
    await syncFolder(dirname(at));
    if (at === first || at === dirname(at)) return;
  }
}

async function write(path: string, text: string): Promise<void> {
  const beside = join(dirname(path), `.${randomBytes(8).toString('hex')}.new`);
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no such thing, and needs none.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function faultOf(error: unknown): KeepFault {
  const code = codeOf(error);
  if (code === null) throw error;
  return { code: code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failed', what: code };
}

/** The system's code of a file error; null for any other. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
