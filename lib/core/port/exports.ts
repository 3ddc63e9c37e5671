import type { Digest } from '../json/digest.ts';
import type { Result } from '../result.ts';

/** Which run an export is of. */
export interface ExportedRun {
  readonly repositoryId: string;
  readonly run: string;
  readonly hash: Digest;
}

/** Why an export could not be kept: the place is full, or `what` it says. It is tried again. */
export interface KeepFault {
  readonly code: 'full' | 'failed';
  /** The system's own short code, never a path. */
  readonly what: string;
}

/** The durable place where the exports of ended runs are kept. */
export interface Exports {
  /** Decimal id of the App whose runs are kept. */
  readonly appId: string;
  /** Keeps an export in place of an earlier one of the same run. Durable and whole when it says ok, or nothing was changed. */
  keep(kept: ExportedRun & { readonly text: string }): Promise<Result<null, KeepFault>>;
  /** The export of a run as it is kept, or null. Rejects when the place can't be read. */
  find(run: ExportedRun): Promise<string | null>;
}
