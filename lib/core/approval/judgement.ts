import type { Account } from '../run/event.ts';
import type { RefusalCode } from '../refusal.ts';
import type { EpochMs } from '../time/instant.ts';
import type { BindingRule } from './terms.ts';

/** Why someone may approve, in words for the audit: `role maintain`, `named by the rule`, `member of acme/sre`. */
export type Basis = string;

/** What one check came to. `unknown`: the fact could not be read, which never counts as a yes. */
export type Answer = 'yes' | 'no' | 'unknown';

/** One check of a person against a rule. */
export type Check =
  /** What must hold for everybody who approves, whoever the rule names. */
  | {
      readonly check: 'is_person' | 'did_not_start_it' | 'did_not_write_evidence' | 'did_not_write_commit';
      readonly answer: Answer;
    }
  /** What a rule can name somebody by: one of these must hold. */
  | { readonly check: 'named'; readonly answer: Answer }
  | { readonly check: 'role' | 'team'; readonly name: string; readonly answer: Answer };

/** One rule's part of a judgement: a yes with what it rests on, or why not. */
export type RuleBranch = BindingRule & {
  /** A rule's teams stand here as far as they were asked for: not where a role or an id decided already. */
  readonly checks: readonly Check[];
} & (
    | { readonly answer: 'yes'; readonly basis: Basis }
    | { readonly answer: 'no' | 'unknown'; readonly code: RefusalCode }
  );

/** Whether one person may approve, by every rule that binds, and why, branch by branch. */
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
  /** How many distinct people must approve. */
  readonly need: number;
  /** How many do. */
  readonly have: number;
  readonly frozen: string | null;
  readonly expiresAt: EpochMs | null;
  readonly rules: readonly BindingRule[];
  readonly voices: readonly Voice[];
}

/** What the approvals of a proposal come to now, and from what. */
export type Decision = { readonly grounds: Grounds } & (
  | { readonly outcome: 'granted' }
  /** So many more of those whom every rule names. */
  | { readonly outcome: 'waiting'; readonly more: number }
  | { readonly outcome: 'refused'; readonly code: RefusalCode }
  /** A fact could not be read: never a yes, and no final no. */
  | { readonly outcome: 'faulted'; readonly code: RefusalCode }
);
