import { join, resolve } from 'node:path';
import type { Bundle } from '../../core/bundle/bundle.ts';
import { digestBundle, type BundleFile } from '../../core/bundle/digest.ts';
import { staleLock } from '../../core/bundle/lock-check.ts';
import { lockFile, parseLock, type BundleLock } from '../../core/bundle/lock.ts';
import { bundleIdGrammar, parseBundle } from '../../core/bundle/parse.ts';
import type { Digest } from '../../core/json/digest.ts';
import { parseJson } from '../../core/json/parse.ts';
import type { Expressions } from '../../core/port/expressions.ts';
import type { ReadWritten } from '../../core/port/written-text.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { readFolder, type ReadFile } from './folder.ts';

/** What is wrong with a bundle, for the person who wrote it. */
export interface BundleFault {
  readonly code: 'bundle_missing' | 'bundle_invalid';
  /** Path of the file, relative to the workspace. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly expected: string;
}

export interface LoadedBundle {
  readonly bundle: Bundle;
  readonly digest: Digest;
  /** Every file of the folder, as it was digested. */
  readonly files: readonly ReadFile[];
  /** Path of `bundle.yml`, relative to the workspace. */
  readonly file: string;
  /** The lock beside it, where it is one and fits; otherwise why not, in our own words. */
  readonly lock: Result<BundleLock, LockFault>;
}

/** Why a bundle can't be run as it is: people have not looked at what it is now. */
export interface LockFault {
  readonly code: 'lock_missing' | 'lock_stale';
  readonly what: string;
}

const fileName = 'bundle.yml';
const lockBounds = { maxLength: 4_194_304, maxDepth: 64 };

/** Loads `<workspace>/<folder>/<id>/bundle.yml`; lists every fault with file, line and key. */
export async function loadBundle(
  where: { readonly workspace: string; readonly folder: string; readonly id: string },
  expressions: Expressions,
  readYaml: ReadWritten,
): Promise<Result<LoadedBundle, readonly BundleFault[]>> {
  const { workspace, folder, id } = where;
  const file = `${folder}/${id}/${fileName}`;
  const fault = (code: BundleFault['code'], name: string, path: string, expected: string): BundleFault => ({
    code,
    file: name,
    line: 1,
    column: 1,
    path,
    expected,
  });
  if (!bundleIdGrammar.test(id))
    return refused([
      fault('bundle_missing', folder, 'bundle', 'a bundle’s id: lower-case letters, digits and -'),
    ]);
  const read = await readFolder(resolve(workspace), join(resolve(workspace), folder, id));
  if (!read.ok) {
    return refused(
      read.fault.map(({ code, path, expected }) =>
        fault(code, path === '' ? `${folder}/${id}` : `${folder}/${id}/${path}`, '(file)', expected),
      ),
    );
  }
  const source = read.value.find(({ path }) => path === fileName);
  if (source === undefined) return refused([fault('bundle_missing', file, '(file)', 'a file bundle.yml')]);
  const text = decode(source.bytes);
  if (text === null) return refused([fault('bundle_invalid', file, '(document)', 'UTF-8')]);
  const written = readYaml(text);
  if (!written.ok)
    return refused(written.fault.map((one) => ({ code: 'bundle_invalid' as const, file, ...one })));
  const parsed = parseBundle(written.value.value, expressions);
  if (!parsed.ok) {
    return refused(
      parsed.fault.map((one) => ({
        code: 'bundle_invalid' as const,
        file,
        ...one,
        ...written.value.locate(one.path),
      })),
    );
  }
  if (parsed.value.id !== id) {
    return refused([
      { ...fault('bundle_invalid', file, 'id', `"${id}", the folder’s name`), ...written.value.locate('id') },
    ]);
  }
  const files = filesOf(read.value);
  const lock = fittingLock(parsed.value, read.value);
  return ok({ bundle: parsed.value, digest: digestBundle(files), files: read.value, file, lock });
}

/** A bundle's files by path, digest and length. */
export function filesOf(files: readonly ReadFile[]): readonly BundleFile[] {
  return files.map(({ path, bytes, digest }) => ({ path, digest, bytes: bytes.length }));
}

/** Reads a lock's text. The fault says in our own words what it is not. */
export function readLock(text: string): Result<BundleLock, string> {
  const value = parseJson(text, lockBounds);
  if (!value.ok) return refused('it is no strict JSON');
  const lock = parseLock(value.value);
  if (lock.ok) return lock;
  const [first] = lock.fault;
  return refused(`${first?.path ?? ''}: expected ${first?.expected ?? ''}`);
}

function fittingLock(bundle: Bundle, files: readonly ReadFile[]): Result<BundleLock, LockFault> {
  const source = files.find(({ path }) => path === lockFile);
  if (source === undefined)
    return refused({ code: 'lock_missing', what: `The bundle ${bundle.id} has no ${lockFile}.` });
  const stale = (what: string): Result<never, LockFault> =>
    refused({ code: 'lock_stale', what: `The lock of the bundle ${bundle.id} does not fit: ${what}.` });
  const text = decode(source.bytes);
  const lock = text === null ? refused('it is no strict JSON') : readLock(text);
  if (!lock.ok) return stale(lock.fault);
  const why = staleLock(bundle, filesOf(files), lock.value);
  return why === null ? lock : stale(why);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
