import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { digestBytes } from '../../core/json/digest.ts';
import { ok, refused, type Result } from '../../core/result.ts';

/** A file of a bundle, read once: what was digested is what is used. */
export interface ReadFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export interface FolderFault {
  readonly code: 'bundle_missing' | 'bundle_invalid';
  /** Path inside the folder; empty for the folder itself. */
  readonly path: string;
  readonly expected: string;
}

/** A bundle is a few pages; the bounds keep a wrong folder from being read for minutes. */
const maxFiles = 256;
const maxDepth = 6;
const maxBytes = 4_194_304;
const fileName = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,99}$/;

/**
 * Reads every file of `folder`, which lies inside `root`. Links of any kind are refused, in the folder
 * and on the way to it, and so are names that differ only in case.
 */
export async function readFolder(
  root: string,
  folder: string,
): Promise<Result<readonly ReadFile[], readonly FolderFault[]>> {
  const way = await checkWay(root, folder);
  if (way !== null) return refused([way]);
  const faults: FolderFault[] = [];
  const files: ReadFile[] = [];
  let total = 0;
  const walk = async (directory: string, depth: number): Promise<void> => {
    const names = (await readdir(directory)).toSorted();
    for (const name of names) {
      const full = join(directory, name);
      const path = relative(folder, full).split(sep).join('/');
      const status = await lstat(full);
      if (!fileName.test(name)) faults.push(invalid(path, 'a name of letters, digits, . _ -'));
      else if (status.isDirectory() && depth < maxDepth) await walk(full, depth + 1);
      else if (!status.isFile() || status.nlink > 1)
        faults.push(invalid(path, 'a regular file, and no link'));
      else if (files.length >= maxFiles || total + status.size > maxBytes) {
        faults.push(invalid(path, `at most ${maxFiles} files and ${maxBytes} bytes in a bundle`));
        return;
      } else {
        const bytes = await readBounded(full, maxBytes - total);
        total += bytes.length;
        files.push({ path, bytes, digest: digestBytes(bytes) });
      }
    }
  };
  await walk(folder, 0);
  faults.push(...caseClashes(files));
  return faults.length > 0 ? refused(faults) : ok(files);
}

/** Each part of the way must be a directory itself: a link could lead anywhere. */
async function checkWay(root: string, folder: string): Promise<FolderFault | null> {
  let at = root;
  for (const part of relative(root, folder).split(sep)) {
    at = join(at, part);
    const status = await lstat(at).catch(() => null);
    if (part === '..' || status === null)
      return { code: 'bundle_missing', path: '', expected: 'a folder that is there' };
    if (!status.isDirectory()) return invalid('', 'a folder, and no link');
  }
  return null;
}

async function readBounded(path: string, most: number): Promise<Uint8Array> {
  // A link that took the file's place after the look is not followed.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const bytes = new Uint8Array(most + 1);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      filled += bytesRead;
      if (bytesRead === 0) return bytes.slice(0, filled);
      if (filled > most) throw new Error('a file of the bundle grew while it was read');
    }
  } finally {
    await file.close();
  }
}

function caseClashes(files: readonly ReadFile[]): readonly FolderFault[] {
  const seen = new Set<string>();
  return files.flatMap(({ path }) => {
    const folded = path.toLowerCase();
    if (seen.has(folded)) return [invalid(path, 'a name that differs from others in more than case')];
    seen.add(folded);
    return [];
  });
}

function invalid(path: string, expected: string): FolderFault {
  return { code: 'bundle_invalid', path, expected };
}
