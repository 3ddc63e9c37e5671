import { nextStep, type Step } from '../core/run/next.ts';
import type { AppPorts } from './app-ports.ts';
import { claim, execute, look } from './execute.ts';
import { appendEvents, loadRun, type AppendFault, type LiveRun } from './live-run.ts';
import { openCheckRun, updateCheckRun } from './publish-check-run.ts';
import { answerCommand, tellIssue, tellResult } from './publish.ts';
import { verify } from './verify.ts';

/** More steps than any run takes in a row; reaching it is a fault of ours, not a state. */
const maxSteps = 64;

/** What the caller knows already, to spare a request. */
export interface Hints {
  /** The labels of the proposal's issue as the delivery showed them; null when nothing showed them. */
  readonly labels: readonly string[] | null;
  /** The run was opened by this very caller, so nothing of it was told before. */
  readonly opened?: boolean;
}

/**
 * Takes a run as far as it goes by itself. Everything is chosen from the ledger, so it may be called at any
 * time, twice, or after a crash in its middle. Rejects when GitHub or the ledger could not be asked: the
 * run stays due, and a later call goes on from where it stands.
 */
export async function advanceRun(
  ports: AppPorts,
  runId: string,
  hints: Hints = { labels: null },
): Promise<LiveRun | null> {
  let live = await loadRun(ports, runId);
  let heldFence: number | null = null;
  // What this call saw happen needs no look whether it was told before; what it found may have been.
  let fresh = hints.opened ?? false;
  for (let count = 0; live !== null && count < maxSteps; count += 1) {
    const { run, stored, expiresAt } = live;
    const { entries, published } = stored;
    const step = nextStep({ run, entries, published, expiresAt, now: ports.clock.now(), heldFence });
    if (step === null) return live;
    const answer: LiveRun | AppendFault = await take(ports, live, step, { ...hints, fresh });
    if (typeof answer === 'string') {
      // Somebody else moved the run on. What they did decides what is next, and nothing is held any more.
      ports.log.info('run.moved_on', { run: runId, step: step.do, answer });
      live = await loadRun(ports, runId);
      heldFence = null;
      fresh = false;
      continue;
    }
    if (step.do === 'claim') heldFence = answer.run.fence;
    fresh = fresh || changesState(step);
    live = answer;
  }
  if (live !== null) throw new Error(`advance: run ${runId} takes more than ${maxSteps} steps`);
  return live;
}

function take(
  ports: AppPorts,
  live: LiveRun,
  step: Step,
  hints: Hints & { readonly fresh: boolean },
): Promise<LiveRun | AppendFault> {
  switch (step.do) {
    case 'open_check_run':
      return openCheckRun(ports, live, hints);
    case 'answer':
      return answerCommand(ports, live, step.entry, hints);
    case 'expire':
      return appendEvents(ports, live, [
        { event: { type: 'run.expired', data: { expiresAt: live.read.proposal.expiresAt ?? '' } } },
      ]);
    case 'claim':
      return claim(ports, live);
    case 'execute':
      return execute(ports, live);
    case 'look':
      return look(ports, live);
    case 'verify':
      return verify(ports, live);
    case 'tell_result':
      return tellResult(ports, live, hints);
    case 'tell_issue':
      return tellIssue(ports, live, hints);
    case 'update_check_run':
      return updateCheckRun(ports, live);
  }
}

function changesState(step: Step): boolean {
  return step.do === 'execute' || step.do === 'expire' || step.do === 'verify' || step.do === 'look';
}
