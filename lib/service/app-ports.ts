import type { AppHosts } from '../core/port/app-host.ts';
import type { Clock } from '../core/port/clock.ts';
import type { EffectAdapters } from '../core/port/effects.ts';
import type { Exports } from '../core/port/exports.ts';
import type { InstallationReads } from '../core/port/installations.ts';
import type { IssueRef, Ledger } from '../core/port/ledger.ts';
import type { Log } from '../core/port/log.ts';
import type { Policies } from '../core/port/policies.ts';
import type { RecordCodec } from '../core/port/record-codec.ts';
import type { SealVerifier } from '../core/port/seal.ts';
import type { Signer } from '../core/port/signer.ts';
import type { Wakes } from '../core/port/wakes.ts';
import type { Strangers } from './strangers.ts';

/** Everything the App's use cases need from outside. */
export interface AppPorts {
  readonly ledger: Ledger;
  readonly hosts: AppHosts;
  readonly effects: EffectAdapters;
  /** Which installation a repository belongs to, as GitHub tells the App itself. */
  readonly installations: Pick<InstallationReads, 'repository'>;
  readonly policies: Policies;
  readonly seals: SealVerifier;
  readonly signer: Signer;
  readonly codec: RecordCodec;
  readonly clock: Clock;
  readonly log: Log;
  readonly strangers: Strangers;
  readonly wakes: Wakes;
  /** Hints at an issue so much later, as long as this process lives. Left out: only the sweep does. */
  readonly later?: (ref: IssueRef, afterMs: number) => void;
  /** How long after it was started a workflow is first looked at again. Left out: 10 s. */
  readonly firstLookMs?: number;
  /** Where exports of ended runs are kept; left out where none are. */
  readonly exports?: Exports;
  /** Web address of the GitHub host, `https://github.com`. */
  readonly host: string;
  /** Where the refusals are explained: the App's own page. A code's anchor is appended. */
  readonly docsUrl: string;
  /** Name of this process, for the claim's entry. */
  readonly worker: string;
}
