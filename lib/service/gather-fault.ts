import type { RefusalCode } from '../core/refusal.ts';

/** Why a run on the runner ended without a proposal. */
export interface RunnerFault {
  readonly code: RefusalCode;
  /** One sentence in our own words, with the names of server, tool, step or parameter. */
  readonly what: string;
  /** Untrusted text for the log only, such as the end of a server's stderr; null where there is none. */
  readonly detail: string | null;
  /** Where in a file of the repository it is, where that is known; lines and columns count from 1. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A fault without untrusted text. */
export function runnerFault(code: RefusalCode, what: string, detail: string | null = null): RunnerFault {
  return { code, what, detail };
}
