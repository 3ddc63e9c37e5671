import type { Entry, Head } from '../audit/entry.ts';
import type { Statement } from '../export/statement.ts';
import type { PublicKey } from '../export/key.ts';
import type { PublishedCheckRun, PublishedRun } from '../port/published-run.ts';
import type { SealSubject } from '../port/seal.ts';
import type { ParsedRecord, RecordFault } from '../proposal/parse-record.ts';
import type { Result } from '../result.ts';

/** Keys that whoever verifies trusts to be the App's: whole, or by thumbprint alone. */
export interface TrustedKeys {
  readonly keys: readonly PublicKey[];
  readonly thumbprints: readonly string[];
}

/**
 * What became of the signature. `holds` and `other_key`: the bytes are signed by that key, which is
 * trusted, or another one than those that are. `own_key`: signed by a key that nobody vouched for.
 */
export type SignatureState =
  | { readonly kind: 'holds' | 'other_key' | 'own_key'; readonly keyId: string }
  | { readonly kind: 'wrong' | 'untried'; readonly keyId: string }
  | { readonly kind: 'unsigned' | 'absent' };

/** The App whose check runs were read, and whether it was named or only found. */
export interface ReadApp {
  readonly id: string;
  readonly slug: string | null;
  readonly named: boolean;
}

/** What GitHub shows of the run besides its entries. */
export interface PublishedPart {
  readonly run: PublishedRun;
  /** The App's own check run of this proposal; null where there is none, or where it is not clear whose counts. */
  readonly checkRun: PublishedCheckRun | null;
  readonly app: ReadApp | null;
}

/** Why the entries can't be read: `code`, and the first that is bad where it is one. */
export interface EntriesFault {
  readonly code: 'lines_malformed' | 'entries_malformed' | 'apps_several';
  readonly seq: number | null;
  readonly said: string;
}

/** Whether the seal's line fits, where a key to recompute it with was given. */
export type SealRecheck = (subject: SealSubject) => 'holds' | 'wrong' | 'no_line';

/** A run as it is laid before the checks, from an export or from GitHub, with nothing verified yet. */
export interface Presented {
  /** The record's text, empty where there is none, and what it reads as. */
  readonly record: string;
  readonly read: Result<ParsedRecord, RecordFault>;
  /** Oldest first; null where they are not to be had, or not readable. */
  readonly entries: readonly Entry[] | null;
  readonly entriesFault: EntriesFault | null;
  /** Where the chain ends, by a word of the App that stands apart from the entries. */
  readonly head: Head | null;
  readonly signature: SignatureState;
  /** What the App signed of the run; null for a run that was read from GitHub. */
  readonly statement: Statement | null;
  /** Null for an export. */
  readonly published: PublishedPart | null;
  readonly recheckSeal: SealRecheck | null;
}

/** Says in a finding that there are no entries to judge by. */
export const noEntries = 'the audit entries are not to be had';
