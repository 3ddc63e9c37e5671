import type { PersonFacts } from '../core/approval/facts.ts';
import { nextStep, type Step } from '../core/run/next.ts';
import type { AppPorts } from './app-ports.ts';
import { claim, execute, look } from './execute.ts';
import { HostError } from './host-error.ts';
import { issueGone } from './issue-lost.ts';
import { appendEvents, loadRun, type AppendFault, type LiveRun } from './live-run.ts';
import { keepExport } from './keep-export.ts';
import type { TellHints } from './publication.ts';
import { openCheckRun, updateCheckRun } from './publish-check-run.ts';
import { answerCommand, tellIssue, tellResult } from './publish.ts';
import { remind } from './publish-reminder.ts';
import { tellReplacement } from './publish-replacement.ts';
import { isShown, nameReplaced, replaceRivals } from './supersede.ts';
import { hearMissed } from './sweep-repository.ts';
import { mayExpire } from './sweep-comments.ts';
import { verify } from './verify.ts';

/** More steps than any run takes in a row; reaching it is a fault of ours, not a state. */
const maxSteps = 64;

/** What the caller knows already, to spare a request. */
export interface Hints {
  /** The labels of the proposal's issue as the delivery showed them; null when nothing showed them. */
  readonly labels: readonly string[] | null;
  /**
   * Entries from this number on were appended by this very caller, so nobody can have told about them yet;
   * what was there before may have been told before a crash. Default: only what this call appends.
   */
  readonly freshFrom?: number;
  /** What was read of whoever asked something just now. Default: nothing. */
  readonly asker?: PersonFacts | null;
  /** Whether the check run is told anew although nothing is new: somebody asked for it. */
  readonly tellCheckRun?: boolean;
}

/** Loads a run and takes it as far as it goes by itself. Null: there is no such run. */
export async function advanceRun(ports: AppPorts, runId: string): Promise<LiveRun | null> {
  const live = await loadRun(ports, runId);
  return live === null ? null : advanceLive(ports, live, { labels: null });
}

/**
 * Takes a run as far as it goes by itself, from where the caller saw it. Everything is chosen from the
 * ledger, so it may be called at any time, twice, or after a crash in its middle. Rejects when GitHub or
 * the ledger could not be asked: the run stays due, and a later call goes on from where it stands.
 */
export async function advanceLive(ports: AppPorts, from: LiveRun, hints: Hints): Promise<LiveRun> {
  const runId = from.stored.run;
  let live = from;
  let heldFence: number | null = null;
  let freshFrom = hints.freshFrom ?? from.stored.entries.length;
  let expiryWaits = false;
  // What a write of ours may have set back, because somebody moved the run on while it was under way: the
  // issue's labels, and how many entries the check run tells.
  let labelsBehind = false;
  let toldBehind = hints.tellCheckRun === true ? 0 : Number.POSITIVE_INFINITY;
  for (let count = 0; count < maxSteps; count += 1) {
    const { run, stored } = live;
    const { entries } = stored;
    const published = Math.min(stored.published, toldBehind);
    const expiresAt = expiryWaits ? null : live.expiresAt;
    const next = nextStep({ run, entries, published, expiresAt, now: ports.clock.now(), heldFence });
    const settled = next === null || next.do === 'update_check_run';
    const step: Step | null = labelsBehind && settled ? { do: 'tell_issue' } : next;
    if (step === null) return keepExport(ports, live);
    if (step.do === 'expire' && !(await mayExpire(ports, live))) {
      expiryWaits = true;
      continue;
    }
    const answer: LiveRun | AppendFault = await take(ports, live, step, {
      labels: hints.labels,
      asker: hints.asker ?? null,
      freshFrom,
    })
      .catch((error: unknown) => unlessMoved(ports, live, step, error))
      .catch((error: unknown) => unlessLost(ports, live, step, error));
    if (step.do === 'tell_issue') labelsBehind = typeof answer === 'string';
    if (step.do === 'update_check_run')
      toldBehind = typeof answer === 'string' ? entries.length : Number.POSITIVE_INFINITY;
    if (typeof answer === 'string') {
      // Somebody else moved the run on. What they did decides what is next, and nothing is held any more.
      ports.log.info('run.moved_on', { run: runId, step: step.do, answer });
      live = (await loadRun(ports, runId)) ?? live;
      heldFence = null;
      freshFrom = live.stored.entries.length;
      continue;
    }
    if (step.do === 'claim') heldFence = answer.run.fence;
    live = answer;
  }
  throw new Error(`advance: run ${runId} takes more than ${maxSteps} steps`);
}

/** Tells the check run. A conflict where somebody appended meanwhile: this may have been told over what they told. */
async function tellCheckRun(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const told = await updateCheckRun(ports, live);
  if (typeof told === 'string') return told;
  const now = await ports.ledger.byRun({ run: told.stored.run });
  return now?.entries.length === told.stored.entries.length ? told : 'conflict';
}

/**
 * A page that was not told, or whose telling was not answered, is told again from the ledger later. Where somebody
 * moved the run on meanwhile, that may be too late: then it is a conflict, and told again at once.
 */
async function unlessMoved(ports: AppPorts, live: LiveRun, step: Step, error: unknown): Promise<AppendFault> {
  if (step.do !== 'tell_issue' && step.do !== 'update_check_run') throw error;
  const { run, entries } = live.stored;
  const now = await ports.ledger.byRun({ run }).catch(() => null);
  if (now === null || now.entries.length === entries.length) throw error;
  return 'conflict';
}

/**
 * Where nothing can be told on the issue any more (it is deleted, moved, or became something that takes no
 * comments), that is recorded, and the run goes on without it. Anything else stays the error that it is.
 */
async function unlessLost(
  ports: AppPorts,
  live: LiveRun,
  step: Step,
  error: unknown,
): Promise<LiveRun | AppendFault> {
  if (!tellsOnIssue(step) || !(error instanceof HostError)) throw error;
  const { status } = error;
  if (status !== 403 && status !== 404 && status !== 410) throw error;
  const gone = await issueGone(ports, live, status);
  if (gone === null || gone.events.length === 0) throw error;
  return appendEvents(ports, live, gone.events);
}

function tellsOnIssue(step: Step): boolean {
  switch (step.do) {
    case 'answer':
    case 'remind':
    case 'tell_result':
    case 'tell_issue':
      return true;
    case 'open_check_run':
    case 'expire':
    case 'claim':
    case 'execute':
    case 'look':
    case 'verify':
    case 'update_check_run':
      return false;
  }
}

/** Once for each run, before it is first shown: what it replaces, and what was said before anybody knew it. */
async function takeUp(ports: AppPorts, live: LiveRun): Promise<void> {
  await replaceRivals(ports, live);
  await hearMissed(ports, live);
}

async function take(
  ports: AppPorts,
  live: LiveRun,
  step: Step,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  switch (step.do) {
    case 'open_check_run':
      return openCheckRun(ports, live, hints);
    case 'answer':
      if (step.entry.type === 'run.replaces') return tellReplacement(ports, live, step.entry, hints);
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
    case 'remind':
      return remind(ports, live, hints);
    case 'tell_result':
      await nameReplaced(ports, live);
      return tellResult(ports, live, hints);
    case 'tell_issue':
      if (!isShown(live)) await takeUp(ports, live);
      return tellIssue(ports, live, hints);
    case 'update_check_run':
      // Where its issue is gone, the result is never told.
      if (live.run.issueLost) await nameReplaced(ports, live);
      return tellCheckRun(ports, live);
  }
}
