import type { Result } from '../result.ts';
import type { HostFault } from './runner-host.ts';

/** An account that has the App, on all of its repositories or on some. */
export interface InstalledAccount {
  /** Numeric id, as a decimal string. */
  readonly id: string;
  readonly repositories: 'all' | 'selected';
}

/** What GitHub is asked about the App's installations, by the App itself. */
export interface InstallationReads {
  /** The accounts that have the App and have not suspended it; `complete` is false where there are more than are read. */
  accounts(): Promise<
    Result<{ readonly all: readonly InstalledAccount[]; readonly complete: boolean }, HostFault>
  >;
  /** The id of the installation that a repository belongs to; status 404 where there is none. */
  repository(name: string): Promise<Result<string, HostFault>>;
}
