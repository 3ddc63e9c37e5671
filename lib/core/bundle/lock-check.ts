import type { Bundle } from './bundle.ts';
import type { BundleFile } from './digest.ts';
import { lockFile, type BundleLock } from './lock.ts';

/**
 * Whether a lock is this bundle's: same id and version, exactly these files, and the tools that the bundle
 * allows. Answers with the first thing that is not so, in our own words; null: all of it is.
 */
export function staleLock(bundle: Bundle, files: readonly BundleFile[], lock: BundleLock): string | null {
  if (lock.bundle.id !== bundle.id || lock.bundle.version !== bundle.version)
    return `${lockFile} is of ${lock.bundle.id} ${lock.bundle.version}`;
  const locked = new Map(lock.files.map((file) => [file.path, file]));
  const present = files.filter(({ path }) => path !== lockFile);
  for (const { path, digest, bytes } of present) {
    const known = locked.get(path);
    if (known === undefined) return `${path} was added since`;
    if (known.digest !== digest || known.bytes !== bytes) return `${path} was changed since`;
  }
  const gone = lock.files.find(({ path }) => !present.some((file) => file.path === path));
  if (gone !== undefined) return `${gone.path} was taken away since`;
  const allowed = bundle.servers.map(({ id, tools }) => [id, ...tools].join(' '));
  const pinned = lock.servers.map(({ id, tools }) => [id, ...tools.map(({ name }) => name)].join(' '));
  return allowed.join('\n') === pinned.join('\n') ? null : 'it pins other tools than the bundle allows';
}
