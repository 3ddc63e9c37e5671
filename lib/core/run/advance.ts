import type { Entry } from '../audit/entry.ts';
import { headOf, emptyHead, type Head } from '../audit/entry.ts';
import type { Digest } from '../json/digest.ts';
import { ok, refused, type Result } from '../result.ts';
import type { Account, DataOf, RunEvent, Source } from './event.ts';
import { allows } from './guard.ts';
import type { State } from './state.ts';
import { table } from './table.ts';
import { isTurnedAway } from './turned-away.ts';

/** An approval that counts at present. Voided ones are no longer listed. */
export interface CountedApproval {
  /** Where it was said: only a comment can be looked at again. */
  readonly kind: Source['kind'];
  readonly by: Account;
  readonly at: string;
  readonly entry: Digest;
  readonly nodeId: string;
  readonly bodyDigest: Digest;
  readonly url: string;
}

/** What was made at the target, once it is known. */
export interface Effect {
  readonly id: string;
  readonly number: number | null;
  readonly url: string;
}

/** A further check run that carries entries, from one of them on to the next part's first, or to the last. */
export interface AuditPart {
  readonly id: string;
  readonly url: string;
  /** Digest of the first entry that it carries. */
  readonly first: Digest;
}

/** A run as its entries tell it. Everything here can be recomputed from them. */
export interface Run {
  readonly state: State;
  readonly head: Head;
  readonly approvals: readonly CountedApproval[];
  /** What the newest counted approval said of the count; null while none counts. */
  readonly tally: { readonly have: number; readonly need: number } | null;
  /** Whether the intent was recorded: from then on the run is executed, unless it is rejected before the claim. */
  readonly intent: boolean;
  /** When the intent was recorded; null before. */
  readonly intentAt: string | null;
  readonly held: boolean;
  /** The number of the last claim, 0 before the first. A worker acts only under its own. */
  readonly fence: number;
  /** Whether a write may have left that GitHub did not turn away: from then on nothing is ever sent again. */
  readonly sent: boolean;
  readonly effect: Effect | null;
  readonly issue: { readonly number: number; readonly id: string; readonly nodeId: string } | null;
  readonly checkRun: { readonly id: string; readonly url: string } | null;
  /** Where the entries stand that do not fit into the check run, in order. */
  readonly auditParts: readonly AuditPart[];
  /** Whether its issue is gone: from then on nothing is said there, and only the check run tells. */
  readonly issueLost: boolean;
  /** When to remind people, where the policy wants that and nothing reminded them yet; else null. */
  readonly remindAt: string | null;
  /** When what was started is looked at again; null: now, where there is something to look at. */
  readonly lookAt: string | null;
  /** Whether the end that the state stands for was told: comment, issue and check run. */
  readonly told: boolean;
}

/** A run before its first event. */
export const created: Run = {
  state: 'created',
  head: emptyHead,
  approvals: [],
  tally: null,
  intent: false,
  intentAt: null,
  held: false,
  fence: 0,
  sent: false,
  effect: null,
  issue: null,
  checkRun: null,
  auditParts: [],
  issueLost: false,
  remindAt: null,
  lookAt: null,
  told: false,
};

/** The event is not one that the run's state takes. */
export interface AdvanceFault {
  readonly code: 'event_unexpected';
  readonly state: State;
  readonly type: RunEvent['type'];
}

/** Where an event leads a run, or null when the run does not take it. `link` is asked only for drafts that it takes. */
export function takes(run: Run, event: RunEvent): State | null {
  const next = table[run.state][event.type];
  return next !== undefined && allows(run, event) ? next : null;
}

/** The run after one more entry. Refuses an event that the state does not take; the run stays as it was. */
export function advance(run: Run, entry: Entry): Result<Run, AdvanceFault> {
  const state = takes(run, entry);
  if (state === null) return refused({ code: 'event_unexpected', state: run.state, type: entry.type });
  return ok({ ...apply(run, entry), state, head: headOf(entry) });
}

/** Folds a chain of entries. Throws a TypeError on an entry that does not follow: a ledger never holds one. */
export function replay(entries: readonly Entry[], from: Run = created): Run {
  let run = from;
  for (const entry of entries) {
    const next = advance(run, entry);
    if (!next.ok) throw new TypeError(`replay: ${next.fault.type} does not follow ${next.fault.state}`);
    run = next.value;
  }
  return run;
}

function applyPublished(run: Run, { what, id, url, entries }: DataOf<'published'>): Run {
  switch (what) {
    case 'check_run':
      // Opened anew it has no parts yet: what took the first one away took them too.
      return { ...run, checkRun: { id, url }, auditParts: [] };
    case 'check_run_part': {
      // A part names the one entry that it begins with.
      const parts = entries.map((first) => ({ id, url, first }));
      return { ...run, auditParts: [...run.auditParts, ...parts] };
    }
    case 'issue':
      return { ...run, told: true };
    case 'reminder':
      return { ...run, remindAt: null };
    case 'result':
    case 'answer':
      return run;
  }
}

function apply(run: Run, entry: Entry): Run {
  switch (entry.type) {
    case 'proposal.received': {
      const { number, id, nodeId } = entry.data.issue;
      return { ...run, issue: { number, id, nodeId } };
    }
    case 'approval.recorded': {
      const { by, source, have, need } = entry.data;
      const approval = {
        kind: source.kind,
        by,
        at: source.at,
        entry: entry.digest,
        nodeId: source.nodeId,
        bodyDigest: source.bodyDigest,
        url: source.url,
      };
      return { ...run, approvals: [...run.approvals, approval], tally: { have, need } };
    }
    case 'approvals.voided':
      return { ...run, approvals: [], tally: null, intent: false, intentAt: null };
    case 'intent.recorded':
      return { ...run, intent: true, intentAt: entry.at };
    case 'run.held':
      return { ...run, held: true };
    case 'run.released':
      return { ...run, held: false };
    case 'claim.taken':
      return { ...run, fence: entry.data.fence, told: false };
    case 'write.started':
      return { ...run, sent: true };
    case 'execution.failed':
      // What may have left stays so, whatever a worker believes afterwards.
      return { ...run, sent: !isTurnedAway(entry) && (run.sent || entry.data.sent), told: false };
    case 'write.answered':
    case 'write.found': {
      const { id, number, url } = entry.data;
      return { ...run, sent: true, effect: { id, number, url } };
    }
    case 'issue.lost':
      return { ...run, issueLost: true };
    case 'reminder.planned':
      return { ...run, remindAt: entry.data.at };
    case 'published':
      return applyPublished(run, entry.data);
    case 'write.ambiguous':
      return { ...run, sent: true, told: false };
    case 'readback.pending':
      return { ...run, lookAt: entry.data.again };
    case 'run.resumed':
      return { ...run, lookAt: null, told: false };
    case 'gathering.failed':
    case 'run.rejected':
    case 'run.cancelled':
    case 'run.expired':
    case 'run.superseded':
    case 'readback.equal':
    case 'readback.differed':
    case 'readback.unreadable':
      return { ...run, told: false };
    case 'run.started':
    case 'server.started':
    case 'flow.started':
    case 'flow.ended':
    case 'step.skipped':
    case 'step.expected':
    case 'tool.called':
    case 'tool.answered':
    case 'servers.stopped':
    case 'attention.asked':
    case 'attention.answered':
    case 'proposal.composed':
    case 'proposal.accepted':
    case 'command.refused':
    case 'command.answered':
    case 'rights.read':
    case 'policy.read':
    case 'precondition.equal':
    case 'precondition.differed':
    case 'run.replaces':
    case 'alert.raised':
      return run;
  }
}
