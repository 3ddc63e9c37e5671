import {
  looksLikeProposal,
  type CommentIncoming,
  type Incoming,
  type IssueIncoming,
} from '../core/webhook/incoming.ts';
import { advanceLive, advanceRun } from './advance-run.ts';
import { digestIssue } from '../core/approval/decide.ts';
import type { AppPorts } from './app-ports.ts';
import { commentChanged } from './comment-changed.ts';
import { decideComment, holdEvents, sealedText } from './decide.ts';
import { intake } from './intake.ts';
import { appendEvents, loadRun, readLiveRun, type LiveRun } from './live-run.ts';
import { mentions } from './mentions.ts';
import { tellIntakeRefusal } from './publish-intake.ts';

/** What handling came to. `later`: something it waits for is not there yet. The text goes into the inbox. */
export type Handled = { readonly outcome: 'done'; readonly what: string } | { readonly outcome: 'later' };

/**
 * Handles one delivery and takes its run as far as it goes. Idempotent: what a run has seen already it
 * does not take again, so a crash in the middle is healed by handling the delivery once more.
 */
export async function handleIncoming(
  ports: AppPorts,
  incoming: Incoming,
  delivery: string | null,
): Promise<Handled> {
  switch (incoming.kind) {
    case 'issue_opened':
      return handleOpened(ports, incoming, delivery);
    case 'issue_edited':
      return handleEdited(ports, incoming);
    case 'comment_created':
    case 'comment_edited':
    case 'comment_deleted':
      return handleComment(ports, incoming, delivery);
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
  const opened = await loadRun(ports, taken.run);
  if (opened === null) throw new Error(`intake: run ${taken.run} is not in the ledger`);
  const fresh = taken.outcome === 'accepted' ? { freshFrom: 0 } : {};
  await advanceLive(ports, opened, { labels: issue.labels, ...fresh });
  for (const older of taken.superseded) await supersede(ports, older, opened, issue.number);
  return done(taken.outcome);
}

/** A newer proposal of the same bundle and target replaces the older one, which says so in its own place. */
async function supersede(ports: AppPorts, older: string, by: LiveRun, issue: number): Promise<void> {
  const live = await loadRun(ports, older);
  if (live === null) return;
  // An approved run that is about to act is not taken back by a newer proposal: people said yes to it.
  if (live.run.intent) return;
  await appendEvents(ports, live, [{ event: { type: 'run.superseded', data: { by: by.read.hash, issue } } }]);
  await advanceRun(ports, older);
}

async function handleEdited(ports: AppPorts, { place, issue }: IssueIncoming): Promise<Handled> {
  const live = await runOfIssue(ports, place.repository.id, issue.number);
  if (live === null) return done('no run');
  if (live.run.state !== 'awaiting_approval') return done(`edited while ${live.run.state}`);
  const same = digestIssue(issue) === sealedText(live).text;
  if (same === !live.run.held) return done('nothing new');
  const events = same
    ? [{ event: { type: 'run.released', data: { code: 'held' } } } as const]
    : holdEvents(live);
  const answer = await appendEvents(ports, live, events);
  if (typeof answer === 'string') return { outcome: 'later' };
  await advanceLive(ports, answer, { labels: issue.labels });
  return done(same ? 'released' : 'held');
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
    return waits ? { outcome: 'later' } : done('no run');
  }
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
  switch (decided.outcome) {
    case 'recorded':
    case 'refused':
      await advanceLive(ports, decided.live, { labels, freshFrom: live.stored.entries.length });
      return done(decided.code === null ? 'recorded' : `refused ${decided.code}`);
    case 'ignored':
      return done('ignored');
    case 'conflict':
    case 'unexpected':
    case 'effect_taken':
      return { outcome: 'later' };
  }
}

async function runOfIssue(
  ports: AppPorts,
  repositoryId: string,
  issueNumber: number,
): Promise<LiveRun | null> {
  const stored = await ports.ledger.byIssue({ repositoryId, issueNumber });
  return stored === null ? null : readLiveRun(stored);
}

function done(what: string): Handled {
  return { outcome: 'done', what };
}
