import type { Approved } from './approved.ts';
import { entriesOf, stateOf } from './ledger.ts';
import type { Scenario } from './scenario.ts';
import type { Attempt } from './trial.ts';

/** What `--json` prints as its last line. */
export interface Report {
  readonly run: string;
  readonly hash: string;
  readonly state: string;
  /** Issues that the App created at GitHub: of the story `incident`. */
  readonly tickets?: number;
  /** Workflows that the App started: of the story `rollback`. */
  readonly dispatches?: number;
  readonly approvals: number;
  readonly refused: ReadonlyArray<{ readonly case: string; readonly code: string }>;
  /** The App's requests for the approved run, without the minting of its token. `approvePath`: those after the approval. */
  readonly requests: { readonly total: number; readonly creating: number; readonly approvePath: number };
  readonly ms: { readonly gather: number; readonly approveToCompleted: number };
  readonly proposalBytesSha256: string;
}

export function report(
  approved: Approved,
  made: { readonly counts: Scenario['counts']; readonly count: number },
  attempts: readonly Attempt[],
): Report {
  const { run, requests, ms, proposalBytesSha256 } = approved;
  return {
    run: run.run,
    hash: run.hash,
    state: stateOf(run),
    [made.counts]: made.count,
    approvals: entriesOf(run, 'approval.recorded').length,
    refused: attempts
      .filter(({ asExpected }) => asExpected)
      .map(({ case: tried, code }) => ({ case: tried, code })),
    requests,
    ms,
    proposalBytesSha256,
  };
}
