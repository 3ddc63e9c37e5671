import type { Entry } from '../audit/entry.ts';
import { parseInstant, type EpochMs } from '../time/instant.ts';
import type { Run } from './advance.ts';
import type { EventType } from './event.ts';

/** What a run needs next by itself. `null`: only a person can go on. */
export type Step =
  | { readonly do: 'open_check_run' }
  | { readonly do: 'answer'; readonly entry: Entry }
  | { readonly do: 'expire' }
  | { readonly do: 'claim' }
  | { readonly do: 'execute' }
  /** The write may have landed: look for it, and never send again. */
  | { readonly do: 'look' }
  | { readonly do: 'verify' }
  /** Remind those whom the policy mentions that nothing was decided yet. */
  | { readonly do: 'remind' }
  /** Tell the end: the result comment, then labels and closing. */
  | { readonly do: 'tell_result' }
  | { readonly do: 'tell_issue' }
  | { readonly do: 'update_check_run' };

/** What the next step is chosen from. */
export interface Situation {
  readonly run: Run;
  readonly entries: readonly Entry[];
  /** How many entries the check run tells about. */
  readonly published: number;
  readonly expiresAt: EpochMs | null;
  readonly now: EpochMs;
  /** The fence of the claim that this worker holds, or null: after a restart nobody holds one. */
  readonly heldFence: number | null;
}

/**
 * The next step of a run, from its entries alone: whatever wakes a worker is only a hint. Deciding and
 * acting come before telling, so that a slow page never delays an effect.
 */
export function nextStep(situation: Situation): Step | null {
  return actingStep(situation) ?? tellingStep(situation);
}

/** When a run is next to be looked at without a hint: now, at its expiry, or never. */
export function dueAt(situation: Omit<Situation, 'now' | 'heldFence'>, now: EpochMs): EpochMs | null {
  if (nextStep({ ...situation, now, heldFence: null }) !== null) return now;
  const { run, expiresAt } = situation;
  if (run.state === 'verifying') return instantOf(run.lookAt);
  if (run.state !== 'awaiting_approval') return null;
  const remindAt = instantOf(run.remindAt);
  // One that is over and still not told waits for something else, such as the end of a hold.
  if (remindAt === null || remindAt <= now) return expiresAt;
  return expiresAt === null ? remindAt : Math.min(remindAt, expiresAt);
}

function instantOf(written: string | null): EpochMs | null {
  const at = written === null ? null : parseInstant(written);
  return at?.ok === true ? at.value : null;
}

function actingStep({ run, entries, expiresAt, now, heldFence }: Situation): Step | null {
  switch (run.state) {
    case 'awaiting_approval':
      if (run.intent && !run.held) return { do: 'claim' };
      // Half-open: at the very instant of its expiry a proposal is expired.
      return expiresAt !== null && now >= expiresAt ? { do: 'expire' } : null;
    case 'executing':
      if (run.sent) return { do: 'look' };
      return heldFence === run.fence ? { do: 'execute' } : { do: 'claim' };
    case 'verifying':
      return now < (instantOf(run.lookAt) ?? now) ? null : { do: 'verify' };
    case 'uncertain':
      return askedToLook(entries) ? { do: 'look' } : null;
    case 'created':
    case 'gathering':
    case 'needs_attention':
    case 'completed':
    case 'mismatched':
    case 'unverified':
    case 'failed':
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return null;
  }
}

function tellingStep({ run, entries, published, now }: Situation): Step | null {
  if (run.state === 'created' || run.state === 'gathering' || run.state === 'needs_attention') return null;
  if (run.issueLost) {
    if (run.checkRun === null) return { do: 'open_check_run' };
    return published < entries.length ? { do: 'update_check_run' } : null;
  }
  // The label comes first, so that the check run can tell about it and needs no second request.
  if (run.state === 'awaiting_approval' && !run.told) return { do: 'tell_issue' };
  if (run.checkRun === null) return { do: 'open_check_run' };
  const unanswered = entries.find((entry) => needsAnswer(entry) && !isTold(entry, entries));
  if (unanswered !== undefined) return { do: 'answer', entry: unanswered };
  // What was started goes on: its end is told, and until then only the check run.
  if (!run.told && run.state !== 'verifying')
    return resultTold(entries) ? { do: 'tell_issue' } : { do: 'tell_result' };
  const remindAt = instantOf(run.remindAt);
  if (run.state === 'awaiting_approval' && !run.intent && !run.held && remindAt !== null && now >= remindAt)
    return { do: 'remind' };
  return published < entries.length ? { do: 'update_check_run' } : null;
}

/** Whether a person asked an uncertain run to look once more, and that look has not ended yet. */
function askedToLook(entries: readonly Entry[]): boolean {
  const last = entries.findLast((entry) => entry.type === 'run.resumed' || entry.type === 'write.ambiguous');
  return last?.type === 'run.resumed';
}

function needsAnswer(entry: Entry): boolean {
  return (
    entry.type === 'command.refused' || entry.type === 'command.answered' || entry.type === 'run.replaces'
  );
}

function isTold(entry: Entry, entries: readonly Entry[]): boolean {
  return entries.some(
    (other) =>
      other.type === 'published' &&
      // A part of the check run names where it begins, and answers nobody.
      other.data.what !== 'check_run_part' &&
      other.data.entries.includes(entry.digest),
  );
}

/** Whether the result of the present end was told: a result published after the state was last changed. */
function resultTold(entries: readonly Entry[]): boolean {
  const last = entries.findLastIndex((entry) => ends.has(entry.type));
  return entries.slice(last + 1).some((entry) => entry.type === 'published' && entry.data.what === 'result');
}

/** The events after which the end is told anew. */
const ends: ReadonlySet<EventType> = new Set([
  'readback.equal',
  'readback.differed',
  'readback.unreadable',
  'write.ambiguous',
  'execution.failed',
  'run.rejected',
  'run.cancelled',
  'run.expired',
  'run.superseded',
]);
