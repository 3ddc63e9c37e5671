import type { Account } from '../run/event.ts';
import type { RefusalCode } from '../refusal.ts';
import type { EpochMs } from '../time/instant.ts';

/** Why someone may approve, in words for the audit: `role maintain`, `named by the rule`, `member of acme/sre`. */
export type Basis = string;

/** What one check came to. `unknown`: the fact could not be read, which never counts as a yes. */
export type Answer = 'yes' | 'no' | 'unknown';

/** What must hold for everybody who approves, whatever else the rule says. */
export type Condition = 'is_person' | 'did_not_initiate' | 'did_not_write_evidence' | 'did_not_write_commit';

/** One check of a person against a rule. All conditions must hold, and at least one ground. */
export type Check =
  | { readonly check: Condition; readonly answer: Answer }
  | { readonly check: 'user'; readonly answer: Answer }
  | { readonly check: 'role' | 'team'; readonly name: string; readonly answer: Answer };

/** One rule's part of a judgement: the proposal's own, or the policy's as it is now. */
export interface RuleBranch {
  readonly from: 'proposal' | 'policy';
  readonly rule: string;
  readonly answer: Answer;
  /** Null with a yes. */
  readonly code: RefusalCode | null;
  /** Null without a yes. */
  readonly basis: Basis | null;
  readonly checks: readonly Check[];
}

/** Whether one person may approve: by both rules, and why, branch by branch. */
export type Judgement =
  | { readonly answer: 'yes'; readonly basis: Basis; readonly branches: readonly RuleBranch[] }
  | {
      readonly answer: 'no' | 'unknown';
      readonly code: RefusalCode;
      readonly branches: readonly RuleBranch[];
    };

/** One person's yes among those that a decision counts. */
export interface Voice {
  readonly by: Account;
  /** GitHub's time of it. */
  readonly at: EpochMs;
  /** `recorded`: judged when it was said, and not read anew for this decision. Never so right before a write. */
  readonly judgement: Judgement | 'recorded';
}

/** What a decision rests on. */
export interface Grounds {
  readonly need: number;
  /** Distinct people whose yes counts. */
  readonly have: number;
  readonly frozen: string | null;
  readonly voices: readonly Voice[];
}

/** What the approvals of a proposal come to now, and from what. */
export type Decision = { readonly grounds: Grounds } & (
  | { readonly outcome: 'granted' }
  /** So many more of those whom both rules name. */
  | { readonly outcome: 'waiting'; readonly more: number }
  | { readonly outcome: 'refused'; readonly code: RefusalCode }
  /** A fact could not be read: never a yes, and no final no. */
  | { readonly outcome: 'faulted'; readonly code: RefusalCode }
);
