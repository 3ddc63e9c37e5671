import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runOrThrow } from '../run.ts';

/** Builds a second time beside the first, and names the files that differ. */
export async function checkRebuild(root: string): Promise<readonly string[]> {
  const again = 'build/again';
  const stamp = 'build/stamp-build-again';
  await runOrThrow(process.execPath, ['tools/build.ts', '--if-stale'], root);
  await runOrThrow(process.execPath, ['tools/build.ts', '--out', again], root);
  const first = digestsUnder(join(root, 'dist'));
  const second = digestsUnder(join(root, again));
  for (const made of [again, stamp]) rmSync(join(root, made), { recursive: true, force: true });
  const names = [...new Set([...first.keys(), ...second.keys()])].toSorted();
  return names.filter((name) => first.get(name) !== second.get(name)).map((name) => `dist/${name} differs`);
}

/** Digest of every file under a folder, by its path from there. */
export function digestsUnder(folder: string): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    digests.set(path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex'));
  }
  return digests;
}
