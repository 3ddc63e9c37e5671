import type { Digest } from '../json/digest.ts';
import type { Result } from '../result.ts';

/** One file of an artifact. */
export interface KeptFile {
  /** Letters, digits, dots, underscores and hyphens. */
  readonly name: string;
  /** Its text in pieces that no character is split by, the same at each call. */
  readonly pieces: () => Iterable<string>;
}

/** Why nothing was kept: the runner offers no place for it, or keeping it did not work. In our own words. */
export interface ArtifactFault {
  readonly kind: 'unavailable' | 'failed';
  readonly what: string;
}

/** Keeps files beside an Actions run, for whoever may read its repository. */
export interface Artifacts {
  /**
   * Keeps all files as one archive, once. The digest is SHA-256 of the archive's bytes, given only when the runner
   * has confirmed that it stored them. After a fault there may be an archive that nothing names. Never rejects.
   */
  keep(order: {
    readonly name: string;
    readonly files: readonly KeptFile[];
    readonly signal: AbortSignal;
  }): Promise<Result<Digest, ArtifactFault>>;
}
