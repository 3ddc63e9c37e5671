import { join, resolve } from 'node:path';
import type { Bundle } from '../../core/bundle/bundle.ts';
import { digestBundle } from '../../core/bundle/digest.ts';
import { bundleIdGrammar, parseBundle } from '../../core/bundle/parse.ts';
import type { Digest } from '../../core/json/digest.ts';
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
}

const fileName = 'bundle.yml';

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
  const digest = digestBundle(
    read.value.map(({ path, bytes, digest: of }) => ({ path, digest: of, bytes: bytes.length })),
  );
  return ok({ bundle: parsed.value, digest, files: read.value, file });
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
