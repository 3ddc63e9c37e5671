/**
 * What can happen in a run. An event is an audit entry's `type` and `data`; the chain of entries is the
 * ledger. The runner writes the first ones, the App goes on where `proposal.events.head` ends.
 * Boundaries to the outside have one event before and one after.
 */
import type { PreconditionDifference } from '../action/compare-precondition.ts';
import type { Digest } from '../json/digest.ts';
import type { SealKind } from '../policy/policy.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Account } from './account.ts';
import type { RunnerEvent } from './runner-event.ts';

// Whoever reads events reads who did what.
export type { Account } from './account.ts';

/**
 * Where a person said something. `delivery` is the GUID of the signed webhook, or null when swept. Of a comment
 * `id`, `nodeId` and `url` are its own, `at` is GitHub's time, `bodyDigest` its text's. Of a button they are the
 * check run's, `at` is when the App first received the press, which GitHub gives no time, and `bodyDigest` is that
 * of the command that the button stands for, hash and all.
 */
export interface Source {
  readonly kind: 'comment' | 'button';
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  readonly at: string;
  readonly bodyDigest: Digest;
  readonly delivery: string | null;
}

/** A right as it was read: by which question, when. */
export interface RightRead {
  readonly role: string;
  readonly basis: string;
  readonly readAt: string;
}

/** The App's events. */
export type AppEvent =
  | {
      readonly type: 'proposal.received';
      readonly data: {
        readonly hash: Digest;
        readonly record: Digest;
        /** Digest of the issue's title, a line feed, and its body, as they were sealed: any later difference holds the run. */
        readonly text: Digest;
        readonly issue: {
          readonly number: number;
          readonly id: string;
          readonly nodeId: string;
          readonly author: Account;
        };
        readonly installation: string;
        readonly delivery: string | null;
      };
    }
  | {
      readonly type: 'proposal.accepted';
      readonly data: {
        readonly seal: { readonly kind: SealKind; readonly by: string };
        readonly policy: { readonly source: string; readonly digest: Digest | null };
        /** How many people could approve as far as was looked, and whether the look ended early. */
        readonly eligible: { readonly count: number; readonly complete: boolean };
      };
    }
  | {
      readonly type: 'command.refused';
      readonly data: {
        readonly verb: string;
        readonly code: RefusalCode;
        readonly by: Account;
        readonly source: Source;
      };
    }
  | {
      readonly type: 'command.answered';
      readonly data: { readonly verb: string; readonly by: Account; readonly source: Source };
    }
  | {
      readonly type: 'approval.recorded';
      readonly data: {
        readonly hash: Digest;
        readonly by: Account;
        readonly right: RightRead;
        readonly source: Source;
        /** How many distinct people approve with this one, and how many must. */
        readonly have: number;
        readonly need: number;
      };
    }
  | {
      readonly type: 'intent.recorded';
      readonly data: {
        readonly type: string;
        readonly repositoryId: string;
        readonly idempotencyKey: string;
      };
    }
  | {
      readonly type: 'approvals.voided';
      readonly data: { readonly code: RefusalCode; readonly count: number };
    }
  | { readonly type: 'run.held'; readonly data: { readonly code: RefusalCode } }
  | { readonly type: 'run.released'; readonly data: { readonly code: RefusalCode } }
  | { readonly type: 'claim.taken'; readonly data: { readonly fence: number; readonly worker: string } }
  | { readonly type: 'rights.read'; readonly data: { readonly by: Account; readonly right: RightRead } }
  | {
      /** The policy of this moment, by which is decided besides the proposal's own rule. Both null: there is no file. */
      readonly type: 'policy.read';
      readonly data: { readonly commit: string | null; readonly digest: Digest | null };
    }
  | { readonly type: 'precondition.equal'; readonly data: { readonly fields: number } }
  | {
      /** Something of what was approved no longer holds at the target: nothing is sent. */
      readonly type: 'precondition.differed';
      readonly data: { readonly differing: readonly PreconditionDifference[] };
    }
  | { readonly type: 'write.started'; readonly data: { readonly fence: number; readonly request: Digest } }
  | {
      readonly type: 'write.answered';
      readonly data: {
        readonly status: number;
        readonly id: string;
        readonly number: number | null;
        readonly url: string;
      };
    }
  | {
      readonly type: 'write.found';
      readonly data: { readonly id: string; readonly number: number | null; readonly url: string };
    }
  | {
      readonly type: 'write.ambiguous';
      readonly data: { readonly code: RefusalCode; readonly looks: number };
    }
  | {
      readonly type: 'execution.failed';
      /** `sent` tells whether a request left: only a definite refusal by GitHub, or nothing sent, may be failed. */
      readonly data: { readonly code: RefusalCode; readonly sent: boolean; readonly status: number | null };
    }
  | {
      readonly type: 'readback.equal' | 'readback.differed';
      readonly data: {
        readonly observed: Digest;
        readonly fields: number;
        readonly differing: readonly string[];
      };
    }
  | {
      /** What was started goes on at the target: it is looked at again at `again`. */
      readonly type: 'readback.pending';
      readonly data: { readonly looks: number; readonly again: string };
    }
  | { readonly type: 'readback.unreadable'; readonly data: { readonly code: RefusalCode } }
  | {
      readonly type: 'run.rejected' | 'run.cancelled';
      readonly data: {
        readonly by: Account;
        readonly right: RightRead;
        readonly source: Source;
        readonly reason: string;
      };
    }
  | { readonly type: 'run.expired'; readonly data: { readonly expiresAt: string } }
  | { readonly type: 'run.superseded'; readonly data: { readonly by: Digest; readonly issue: number } }
  | {
      readonly type: 'run.resumed';
      readonly data: { readonly by: Account; readonly right: RightRead; readonly source: Source };
    }
  | {
      /** Recorded with the newer proposal: which older one it took the place of. */
      readonly type: 'run.replaces';
      readonly data: { readonly older: Digest; readonly issue: number };
    }
  | {
      /** The proposal's issue was deleted or moved away: nobody can decide there, and nothing can be told there. */
      readonly type: 'issue.lost';
      readonly data: { readonly code: RefusalCode };
    }
  | { readonly type: 'reminder.planned'; readonly data: { readonly at: string } }
  | { readonly type: 'alert.raised'; readonly data: { readonly code: RefusalCode; readonly subject: string } }
  | {
      readonly type: 'published';
      readonly data: {
        readonly what: 'check_run' | 'check_run_part' | 'result' | 'answer' | 'reminder' | 'issue';
        readonly id: string;
        readonly url: string;
        /** Digests of the entries that the publication tells about; of a part, that of the first entry it carries. */
        readonly entries: readonly Digest[];
      };
    };

/** Everything that can happen in a run. */
export type RunEvent = RunnerEvent | AppEvent;
/** The name of an event. */
export type EventType = RunEvent['type'];

/** The data of one event type. */
export type DataOf<Type extends EventType, Event extends RunEvent = RunEvent> = Event extends RunEvent
  ? Type extends Event['type']
    ? Event['data']
    : never
  : never;
