import type { CommentIncoming, Incoming, IssueIncoming } from '../core/webhook/incoming.ts';
import { looksLikeProposal, type WebhookIssue } from '../core/webhook/issue.ts';
import { advanceLive } from './advance-run.ts';
import { parseCommand } from '../core/approval/command.ts';
import { digestIssue } from '../core/approval/decide.ts';
import { parseInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { commentChanged } from './comment-changed.ts';
import { done, goOn, type Handled, type Receipt } from './handled.ts';
import { handleButton } from './button.ts';
import { handleRerequest } from './rerequest.ts';
import { decideComment } from './decide.ts';
import { holdEvents, releaseEvent } from './hold.ts';
import { intake, type IntakeOutcome } from './intake.ts';
import { lost, type Lost } from './issue-lost.ts';
import { appendEvents, loadRun, readLiveRun, type LiveRun } from './live-run.ts';
import { mentions } from './mentions.ts';
import { hasNewOwner, holdForOwner } from './owner-changed.ts';
import { handlePolicyPush } from './policy-push.ts';
import { tellIntakeRefusal } from './publish-intake.ts';
import { readsAsSealed, sealedText } from './thread.ts';

/** A command whose proposal did not come within this brings it along itself. Less than what it waits at most. */
const proposalMs = 120_000;

/**
 * Handles one delivery and takes its run as far as it goes. Idempotent: what a run has seen already it
 * does not take again, so a crash in the middle is healed by handling the delivery once more.
 */
export async function handleIncoming(
  ports: AppPorts,
  incoming: Incoming,
  receipt: Receipt,
): Promise<Handled> {
  const { delivery } = receipt;
  switch (incoming.kind) {
    case 'issue_opened':
      return handleOpened(ports, incoming, delivery);
    case 'issue_edited':
      return handleEdited(ports, incoming);
    case 'issue_deleted':
      return handleGone(ports, incoming, 'issue_gone');
    case 'issue_moved':
      return handleGone(ports, incoming, 'issue_moved');
    case 'comment_created':
    case 'comment_edited':
    case 'comment_deleted':
      return handleComment(ports, incoming, delivery);
    case 'button_pressed':
      return handleButton(ports, incoming, receipt);
    case 'check_run_rerequested':
      return handleRerequest(ports, incoming);
    case 'policy_pushed':
      return handlePolicyPush(ports, incoming);
  }
}

async function handleOpened(
  ports: AppPorts,
  incoming: IssueIncoming,
  delivery: string | null,
): Promise<Handled> {
  const { place, issue } = incoming;
  const taken = await intake(ports, { place, issue, delivery });
  if (taken.outcome === 'refused') {
    await tellIntakeRefusal(ports, { place, issue, code: taken.code, detail: taken.detail });
    return done(`refused ${taken.code}`);
  }
  await takenIn(ports, taken, issue);
  return done(taken.outcome);
}

async function takenIn(
  ports: AppPorts,
  taken: Exclude<IntakeOutcome, { outcome: 'refused' }>,
  { labels }: WebhookIssue,
): Promise<void> {
  const opened = await loadRun(ports, taken.run);
  if (opened === null) throw new Error(`intake: run ${taken.run} is not in the ledger`);
  // Somebody else may have been quicker to work on it, and have told about it already.
  const untouched = taken.outcome === 'accepted' && opened.stored.entries.length === taken.entries;
  const fresh = untouched ? { freshFrom: 0 } : {};
  await advanceLive(ports, opened, { labels, ...fresh });
}

async function handleEdited(ports: AppPorts, { place, issue }: IssueIncoming): Promise<Handled> {
  const live = await runOfIssue(ports, place.repository.id, issue.number);
  if (live === null) return done('no run');
  if (hasNewOwner(live, place)) return holdForOwner(ports, live);
  if (live.run.state !== 'awaiting_approval') return done(`edited while ${live.run.state}`);
  const same = digestIssue(issue) === sealedText(live).text;
  // Deliveries come in any order: what the page reads like now, GitHub says. An edit that is undone already
  // voids what was said, and holds nothing.
  const undone = await readsAsSealed(ports, live);
  const hold = (same && undone) || live.run.held ? [] : holdEvents(live);
  const held = live.run.held || hold.length > 0;
  const release = held && undone ? [releaseEvent] : [];
  const events = [...hold, ...release];
  if (events.length === 0) return done('nothing new');
  const answer = await appendEvents(ports, live, events);
  if (typeof answer === 'string') return { outcome: 'again' };
  await advanceLive(ports, answer, { labels: issue.labels });
  return done(undone ? 'released' : 'held');
}

/** The issue is gone: a run that waits ends with it, and whatever its run does is told on the check run alone. */
async function handleGone(
  ports: AppPorts,
  { place, issue }: IssueIncoming,
  code: Lost['code'],
): Promise<Handled> {
  const live = await runOfIssue(ports, place.repository.id, issue.number);
  if (live === null) return done('no run');
  const { events } = lost(live, code);
  if (events.length === 0) return done('known');
  const answer = await appendEvents(ports, live, events);
  if (typeof answer === 'string') return { outcome: 'again' };
  await advanceLive(ports, answer, { labels: [] });
  return done(code);
}

async function handleComment(
  ports: AppPorts,
  incoming: CommentIncoming,
  delivery: string | null,
): Promise<Handled> {
  const { place, issue, comment } = incoming;
  // A comment that was found in a list names its issue and shows no labels.
  const labels = delivery === null ? null : issue.labels;
  const live = await runOfIssue(ports, place.repository.id, issue.number);
  if (live === null) {
    // The proposal may still be on its way in: deliveries come in any order.
    const waits = incoming.kind === 'comment_created' && issue.open && looksLikeProposal(issue);
    if (!waits) return done('no run');
    return (await bringProposal(ports, incoming, delivery))
      ? handleComment(ports, incoming, delivery)
      : { outcome: 'later' };
  }
  if (hasNewOwner(live, place)) return holdForOwner(ports, live);
  if (
    live.stored.entries.some((entry) => mentions(entry, comment.id)) &&
    incoming.kind === 'comment_created'
  ) {
    await advanceLive(ports, live, { labels });
    return done('known');
  }
  const decided =
    incoming.kind === 'comment_created'
      ? await decideComment(ports, live, incoming, delivery)
      : await commentChanged(ports, live, incoming, delivery);
  return goOn(ports, live, decided, labels);
}

/**
 * Takes the proposal in from a signed comment on it, which carries the whole issue: its own delivery was
 * missed, and what was said must not be lost with it. What is no sound proposal costs no request.
 */
async function bringProposal(
  ports: AppPorts,
  { place, issue, comment }: CommentIncoming,
  delivery: string | null,
): Promise<boolean> {
  const said = parseInstant(comment.createdAt);
  const waited = said.ok && ports.clock.now() - said.value >= proposalMs;
  if (!waited || delivery === null || parseCommand(comment.body).kind === 'none') return false;
  const taken = await intake(ports, { place, issue, delivery });
  if (taken.outcome === 'refused') return false;
  await takenIn(ports, taken, issue);
  return true;
}

async function runOfIssue(
  ports: AppPorts,
  repositoryId: string,
  issueNumber: number,
): Promise<LiveRun | null> {
  const stored = await ports.ledger.byIssue({ repositoryId, issueNumber });
  return stored === null ? null : readLiveRun(stored);
}
