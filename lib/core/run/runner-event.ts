import type { Digest } from '../json/digest.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Account } from './account.ts';

/** The runner's events. Their chain's head is inside the hash. */
export type RunnerEvent =
  | {
      readonly type: 'run.started';
      readonly data: {
        /** Web address of the GitHub host, `https://github.com`, without a slash at the end. */
        readonly host: string;
        readonly repository: { readonly id: string; readonly ownerId: string; readonly name: string };
        readonly bundle: { readonly id: string; readonly version: string; readonly digest: Digest };
        readonly actionsRun: { readonly runId: string; readonly attempt: number };
        readonly actor: Account;
        readonly triggeringActor: Account;
      };
    }
  | {
      readonly type: 'server.started';
      readonly data: { readonly server: string; readonly offered: number; readonly allowed: number };
    }
  | {
      /** Every server is as the lock says, and the first step comes next. */
      readonly type: 'flow.started';
      readonly data: {
        /** The engine that chooses the steps. */
        readonly engine: string;
        readonly steps: number;
        /** The bundle's budgets: calls, bytes of all answers, seconds of activity. */
        readonly calls: number;
        readonly bytes: number;
        readonly seconds: number;
      };
    }
  | {
      /** A step was left out: its condition is false, or its list is empty. */
      readonly type: 'step.skipped';
      readonly data: { readonly step: string; readonly because: 'if' | 'for' };
    }
  | { readonly type: 'step.expected'; readonly data: { readonly step: string } }
  | {
      readonly type: 'tool.called';
      readonly data: {
        readonly step: string;
        readonly server: string;
        readonly tool: string;
        readonly arguments: Digest;
      };
    }
  | {
      readonly type: 'tool.answered';
      readonly data: {
        readonly step: string;
        readonly receipt: Digest;
        readonly bytes: number;
        readonly ms: number;
      };
    }
  | {
      /** What the flow used of its budgets. */
      readonly type: 'flow.ended';
      readonly data: { readonly calls: number; readonly bytes: number; readonly ms: number };
    }
  | {
      readonly type: 'servers.stopped';
      readonly data: { readonly servers: number; readonly noiseLines: number; readonly stderrBytes: number };
    }
  | {
      /** A durable pause: a person must answer the item with one of its actions before gathering goes on. */
      readonly type: 'attention.asked';
      readonly data: { readonly item: Digest; readonly actions: readonly string[] };
    }
  | {
      readonly type: 'attention.answered';
      readonly data: { readonly item: Digest; readonly action: string; readonly by: Account };
    }
  | { readonly type: 'gathering.failed'; readonly data: { readonly code: RefusalCode } }
  | {
      readonly type: 'proposal.composed';
      readonly data: { readonly type: string; readonly idempotencyKey: string; readonly evidence: number };
    };
