import type { Entry } from '../audit/entry.ts';
import { advance, created, type Run } from '../run/advance.ts';
import type { State } from '../run/state.ts';
import type { Digest } from '../json/digest.ts';
import { checkApprovers } from './check-approvers.ts';
import { checkChain } from './check-chain.ts';
import { checkExecution } from './check-execution.ts';
import { checkHash } from './check-hash.ts';
import { checkHead } from './check-head.ts';
import { checkOrder } from './check-order.ts';
import { checkPublication } from './check-publication.ts';
import { checkReadBack } from './check-read-back.ts';
import { checkRecord } from './check-record.ts';
import { checkSeal } from './check-seal.ts';
import { checkSignature } from './check-signature.ts';
import { checkState } from './check-state.ts';
import { answerOf, fails, type Answer, type Finding } from './finding.ts';
import type { Presented } from './presented.ts';

/** The verdict on one run, and what each check found, in their fixed order. */
export interface Verification {
  readonly answer: Answer;
  readonly source: 'export' | 'github';
  /** Whether a key was given to recompute the seal with; otherwise its verdict is the App's word. */
  readonly sealRecomputed: boolean;
  readonly findings: readonly Finding[];
  /** Whatever of the run can be read; null where it can't. Only as good as the answer. */
  readonly run: string | null;
  readonly hash: Digest | null;
  readonly state: State | null;
  readonly entries: number | null;
}

const checks: ReadonlyArray<(presented: Presented) => Finding> = [
  checkSignature,
  checkHash,
  checkRecord,
  checkSeal,
  checkApprovers,
  checkOrder,
  checkExecution,
  checkReadBack,
  checkChain,
  checkHead,
  checkPublication,
  checkState,
];

/** Makes every check of what was presented. Pure: the same material gives the same verdict, anywhere. */
export function verifyRun(presented: Presented): Verification {
  const { entries, read, published } = presented;
  const findings = checks.map((check) => check(presented));
  return {
    answer: answerOf(findings),
    source: published === null ? 'export' : 'github',
    sealRecomputed: presented.recheckSeal !== null,
    findings,
    run: entries?.[0]?.run ?? null,
    hash: read.ok ? read.value.hash : null,
    state: entries === null ? null : (stateOf(entries)?.state ?? null),
    entries: entries?.length ?? null,
  };
}

/** The verdict on a file that is no export: the line where it stops reading, and the entry there. */
export function unreadableExport(fault: {
  readonly code: string;
  readonly line: number;
  readonly seq: number | null;
}): Verification {
  const said = `the file stops reading as an export at line ${fault.line}`;
  return {
    answer: 'fail',
    source: 'export',
    sealRecomputed: false,
    findings: [fails('file', fault.code, said, fault.seq)],
    run: null,
    hash: null,
    state: null,
    entries: null,
  };
}

function stateOf(entries: readonly Entry[]): Run | null {
  let run = created;
  for (const entry of entries) {
    const next = advance(run, entry);
    if (!next.ok) return null;
    run = next.value;
  }
  return run;
}
