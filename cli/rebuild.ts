import { runApp } from './serve.ts';

/** What `countersign rebuild` was asked for. */
export interface RebuildOrder {
  /** `owner/name` each; none: all that the App is installed on. */
  readonly repositories: readonly string[];
  readonly json: boolean;
}

/**
 * Lets the App rebuild its ledger, and answers with its exit code. The App does it, with its own settings,
 * keys and lock: what changes a ledger goes through the App.
 */
export function rebuild({ repositories, json }: RebuildOrder): Promise<number> {
  return runApp(['--rebuild', ...(json ? ['--json'] : []), ...repositories]);
}
