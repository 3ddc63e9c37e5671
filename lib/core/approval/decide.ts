import type { CommentNow, Thread } from '../port/app-host.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import { ok, refused, type Result } from '../result.ts';
import type { Run } from '../run/advance.ts';
import type { Source } from '../run/event.ts';
import type { State } from '../run/state.ts';
import { parseInstant, type EpochMs } from '../time/instant.ts';
import { digestText, type Digest } from '../json/digest.ts';
import type { Verb } from './verb.ts';
import { hasSay } from './eligibility.ts';
import type { PersonFacts } from './facts.ts';
import { judge } from './judge.ts';
import type { Basis } from './judgement.ts';
import type { Terms } from './terms.ts';

/** What is known when a command is decided, before the thread is read again. */
export interface CommandFacts {
  readonly run: Run;
  readonly proposal: Proposal;
  readonly expiresAt: EpochMs | null;
  readonly verb: Verb;
  /** The hash that the command names, null for a verb without one. */
  readonly hash: string | null;
  readonly proposalHash: string;
  /** The numeric id of whoever gave it, and whether they may: `rightFor`. */
  readonly by: string;
  readonly right: Result<Basis, RefusalCode>;
  readonly throughApp: boolean;
  /** GitHub's time of the command. */
  readonly at: EpochMs;
}

/**
 * Decides what a command comes to, as far as the ledger and the person's right tell. An approval that
 * passes here still has to stand in the thread as it was delivered: `threadFault`.
 */
export function decideCommand(facts: CommandFacts): Result<Basis, RefusalCode> {
  const { run, verb, hash, proposalHash, right, throughApp } = facts;
  if (!right.ok) return right;
  if (throughApp) return refused('through_app');
  if (hash !== null && hash !== proposalHash) return refused('hash_unknown');
  switch (verb) {
    case 'status':
    case 'who':
    case 'why':
    case 'help':
      return right;
    case 'reject':
      return run.state === 'awaiting_approval' ? right : refused(endCode(run.state));
    case 'cancel':
      return cancellable.has(run.state) ? right : refused(endCode(run.state));
    case 'resume':
      return resumable(run) ? right : refused('resume_unavailable');
    case 'approve': {
      const fault = approvalFault(facts);
      return fault === null ? right : refused(fault);
    }
  }
}

/**
 * Whether a person may give a command at all: approving and resuming need eligibility on these terms, the
 * rest a say. It comes before everything else, so that nobody gets a line to paste that would not count.
 */
export function rightFor(
  verb: Verb,
  proposal: Proposal,
  terms: Terms,
  facts: PersonFacts,
): Result<Basis, RefusalCode> {
  switch (verb) {
    case 'approve':
    case 'resume': {
      const judgement = judge(terms, facts);
      return judgement.answer === 'yes' ? ok(judgement.basis) : refused(judgement.code);
    }
    case 'reject':
    case 'cancel':
    case 'status':
    case 'who':
    case 'why':
    case 'help':
      return hasSay(proposal, facts) ? ok(`role ${facts.permission.roleName}`) : refused('not_eligible');
  }
}

/**
 * Whether the thread still says what was delivered: the proposal reads as sealed and was not edited since
 * (who approved before may have read another text), the issue is open, and every counted comment stands there
 * unedited, by the same author, with the same text. GitHub's `lastEditedAt` tells an edit; its two timestamps
 * of a comment do not.
 */
export function threadFault(
  thread: Thread,
  sealed: { readonly text: Digest; readonly repositoryId: string },
  counted: readonly (Expected & { readonly at: string })[],
): RefusalCode | null {
  const { issue, comments } = thread;
  if (issue === null || !issue.open || issue.locked) return 'issue_closed';
  if (issue.repositoryId !== sealed.repositoryId) return 'repository_mismatch';
  if (digestIssue(issue) !== sealed.text) return 'held';
  if (counted.some(({ at }) => !isAfter(at, issue.lastEditedAt))) return 'page_changed';
  if (comments.length !== counted.length) return 'comment_gone';
  for (const [index, expected] of counted.entries()) {
    const fault = commentFault(comments[index] ?? null, expected);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Whether a comment that no signed delivery brought may be decided at all, whatever it says: it stands in
 * the proposal's repository, was never edited, and is its author's. What a list shows can be anybody's edit.
 */
export function unsignedFault(
  { issue, comments, repositoryId: leadsTo }: Thread,
  repositoryId: string,
  said: Expected,
): RefusalCode | null {
  if (issue === null) return 'issue_closed';
  // It was found by the repository's name, which can be another one's by now.
  if (issue.repositoryId !== repositoryId || leadsTo !== repositoryId) return 'repository_mismatch';
  return commentFault(comments[0] ?? null, said);
}

interface Expected {
  readonly bodyDigest: string;
  readonly authorId: string;
}

function commentFault(comment: CommentNow | null, expected: Expected): RefusalCode | null {
  if (comment === null) return 'comment_gone';
  if (comment.lastEditedAt !== null) return 'comment_edited';
  const same = comment.body.isWellFormed() && digestText(comment.body) === expected.bodyDigest;
  return same && comment.authorId === expected.authorId ? null : 'comment_differs';
}

/** Strictly later, by GitHub's seconds: what happened within one second may have happened in either order. */
function isAfter(at: string, edited: string | null): boolean {
  if (edited === null) return true;
  const [said, changed] = [parseInstant(at), parseInstant(edited)];
  return said.ok && changed.ok && said.value > changed.value;
}

/** Digest of an issue's title and body together: what an edit of either changes. */
export function digestIssue(issue: { readonly title: string; readonly body: string }): Digest {
  return digestText(`${issue.title}\n${issue.body}`.toWellFormed());
}

const cancellable: ReadonlySet<State> = new Set([
  'awaiting_approval',
  'failed',
  'mismatched',
  'unverified',
  'uncertain',
]);

function resumable(run: Run): boolean {
  if (run.state === 'failed') return !run.sent;
  return run.state === 'uncertain' || run.state === 'mismatched' || run.state === 'unverified';
}

function approvalFault({ run, proposal, by: person, expiresAt, at }: CommandFacts): RefusalCode | null {
  if (run.state !== 'awaiting_approval') return endCode(run.state);
  if (expiresAt !== null && at >= expiresAt) return 'expired';
  const issued = parseInstant(proposal.issuedAt);
  if (!issued.ok || at < issued.value) return 'comment_differs';
  if (run.held) return 'held';
  const approved = run.intent || run.approvals.some(({ by }) => by.id === person);
  return approved ? 'already_approved' : null;
}

/** The code that tells where a run stands that no longer waits. */
function endCode(state: State): RefusalCode {
  if (state === 'superseded' || state === 'expired') return state;
  return 'not_waiting';
}

/** Where a person said a command in a comment, as the audit keeps it. */
export function commentSource(comment: {
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  readonly createdAt: string;
  readonly body: string;
  readonly delivery: string | null;
}): Source {
  const { id, nodeId, url, createdAt, body, delivery } = comment;
  return {
    kind: 'comment',
    id,
    nodeId,
    url,
    at: createdAt,
    bodyDigest: digestText(body.toWellFormed()),
    delivery,
  };
}
