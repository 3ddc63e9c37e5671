import { parseCommand } from '../core/approval/command.ts';
import type { CommentIncoming } from '../core/webhook/incoming.ts';
import type { AppPorts } from './app-ports.ts';
import { decideComment } from './decide.ts';
import { alertsOnce, type Decided } from './said.ts';
import { voidEvents } from './hold.ts';
import { appendEvents, type AppendFault, type LiveRun } from './live-run.ts';
import { isFrom } from './mentions.ts';

/**
 * A comment was edited or deleted. One that counts as an approval voids every approval as long as nothing
 * was claimed, and leaves an alert in the audit at any time: whoever may write may edit anybody's comment.
 * An edit never makes an approval; someone who edited one into being is told to post it anew.
 */
export async function commentChanged(
  ports: AppPorts,
  live: LiveRun,
  incoming: CommentIncoming,
  delivery: string | null,
): Promise<Decided> {
  const { comment, kind } = incoming;
  // The same delivery may be handled again after a crash: it is decided once.
  if (delivery !== null && live.stored.entries.some((entry) => isFrom(entry, delivery)))
    return { live, outcome: 'recorded', code: null };
  const counted = live.run.approvals.some(({ nodeId }) => nodeId === comment.nodeId);
  if (counted) {
    const code = kind === 'comment_deleted' ? 'comment_gone' : 'comment_edited';
    const alert = alertsOnce(live, code, comment.url);
    const voided = live.run.state === 'awaiting_approval' ? voidEvents(live, code) : [];
    if (alert.length + voided.length === 0) return { live, outcome: 'recorded', code };
    const answer = await appendEvents(ports, live, [...alert, ...voided]);
    if (typeof answer === 'string') return { live, outcome: answer, code: null };
    return { live: answer, outcome: 'recorded', code };
  }
  if (kind === 'comment_deleted') return { live, outcome: 'ignored', code: null };
  const alerted = await alertForgedCommand(ports, live, incoming);
  if (typeof alerted === 'string') return { live, outcome: alerted, code: null };
  return decideComment(ports, alerted, incoming, delivery);
}

/** Somebody's comment was made to read as a command by somebody else: that stays in the audit, whoever did it. */
async function alertForgedCommand(
  ports: AppPorts,
  live: LiveRun,
  { comment, sender }: CommentIncoming,
): Promise<LiveRun | AppendFault> {
  if (sender.id === comment.author.id || parseCommand(comment.body).kind !== 'command') return live;
  const alert = alertsOnce(live, 'comment_edited', comment.url);
  return alert.length === 0 ? live : appendEvents(ports, live, alert);
}
