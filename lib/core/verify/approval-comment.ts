import { parseCommand } from '../approval/command.ts';
import { digestText } from '../json/digest.ts';
import type { PublishedComment } from '../port/published-run.ts';
import type { Account } from '../run/event.ts';
import type { TypedEntry } from './entries.ts';
import type { Presented } from './presented.ts';

type Approval = TypedEntry<'approval.recorded'>;

/** GitHub shows the comments of deleted accounts as this account's. */
const ghost = '10137';

/**
 * What is wrong with an approval's comment as GitHub shows it now, or null: also where it is gone, or its
 * author's account is, since deleting a comment takes nothing back.
 */
export function approvalCommentFault(
  presented: Presented,
  approval: Approval,
): 'comment_differs' | 'comment_no_approval' | null {
  const comment = commentOf(presented, approval);
  if (comment === null) return null;
  const { by, source, hash } = approval.data;
  if (!isAuthor(comment.author, by.id)) return 'comment_differs';
  if (digestText(comment.body.toWellFormed()) !== source.bodyDigest) return 'comment_differs';
  const command = parseCommand(comment.body);
  const approves = command.kind === 'command' && command.verb === 'approve' && command.hash === hash;
  return approves ? null : 'comment_no_approval';
}

/** How many of the approvals' comments GitHub no longer shows. */
export function goneComments(presented: Presented, approvals: readonly Approval[]): number {
  if (presented.published === null) return 0;
  return approvals.filter(
    (approval) => approval.data.source.kind === 'comment' && commentOf(presented, approval) === null,
  ).length;
}

function commentOf({ published }: Presented, { data }: Approval): PublishedComment | null {
  if (published === null || data.source.kind !== 'comment') return null;
  return published.run.comments.all.find(({ id }) => id === data.source.id) ?? null;
}

function isAuthor(author: Account | null, id: string): boolean {
  return author === null || author.id === ghost || author.id === id;
}
