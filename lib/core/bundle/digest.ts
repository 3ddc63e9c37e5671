import { digestDocument, type Digest } from '../json/digest.ts';

/** One file of a bundle's folder. */
export interface BundleFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  readonly digest: Digest;
  readonly bytes: number;
}

/** Digest of a bundle: of the names and digests of all its files, in code-unit order of their paths. */
export function digestBundle(files: readonly BundleFile[]): Digest {
  const sorted = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  return digestDocument({
    kind: 'countersign/bundle@1',
    files: sorted.map(({ path, digest, bytes }) => ({ path, digest, bytes })),
  });
}
