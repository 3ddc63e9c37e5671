import { parseCommand } from '../core/approval/command.ts';
import type { AppHost, FoundComment } from '../core/port/app-host.ts';
import { formatSeconds, parseInstant, type EpochMs } from '../core/time/instant.ts';
import { foundId, foundPayload } from '../core/webhook/found.ts';
import { readIncoming } from '../core/webhook/incoming.ts';
import type { AppPorts } from './app-ports.ts';
import { readLiveRun, type LiveRun } from './live-run.ts';
import { mentions } from './mentions.ts';
import { noteSeen, readSeen, type Seen } from './sweep-seen.ts';

/**
 * A comment is left to its webhook for so long, and a replica has so long to show it: lags are a matter of
 * seconds, seldom of a minute. A missed comment is taken up within this and the pass's period.
 */
const settledMs = 60_000;

/** An issue may be older than its proposal's own time: two clocks tell them. */
const slackMs = 120_000;

/** No look has come so far yet when a proposal comes in within this, whatever the clocks say. */
const promptMs = settledMs / 2;

/** At most so many requests for one repository in one look. A longer list goes on with the next one. */
const maxPages = 10;

/**
 * Looks through a repository's comments since the last look. `live` is one of its open runs; `oldest` says
 * that there is none older, so that nothing before it has to be read. Rejects only when the ledger fails:
 * a look that GitHub does not answer is noted as tried, and is for the next pass.
 */
export async function scanRepository(
  ports: AppPorts,
  live: LiveRun,
  { oldest }: { readonly oldest: boolean },
): Promise<Seen> {
  const { repositoryId } = live.stored;
  const before = await readSeen(ports, repositoryId);
  const opened = timeOf(live.read.proposal.issuedAt) - slackMs;
  const since = before?.until ?? opened;
  const until = await scan(ports, live, Math.max(0, oldest ? Math.max(since, opened) : since));
  const seen = { until: until ?? before?.until ?? null, at: ports.clock.now() };
  await noteSeen(ports, repositoryId, seen);
  return seen;
}

/**
 * Reads the comments since a proposal was issued once more, where it came in so late that a look may have
 * passed over them while nobody knew it. Throws where GitHub does not answer.
 */
export async function hearMissed(ports: AppPorts, live: LiveRun): Promise<void> {
  const issued = timeOf(live.read.proposal.issuedAt);
  if (ports.clock.now() - issued < promptMs) return;
  const until = await scan(ports, live, Math.max(0, issued - slackMs));
  if (until === null) throw new Error('comments: not answered');
}

/** Reads what changed, the oldest change first, and answers how far it came; null when GitHub did not answer. */
async function scan(ports: AppPorts, live: LiveRun, from: EpochMs): Promise<EpochMs | null> {
  const { installation, repositoryId } = live.stored;
  const repository = live.read.proposal.repository.name;
  let since = from;
  let page = 1;
  for (let asked = 0; asked < maxPages; asked += 1) {
    const answer = await ask(ports, installation, { repository, since: formatSeconds(since), page });
    if (!answer.ok) {
      ports.log.warn('sweep.comments_unread', { repository: repositoryId, status: answer.fault.status });
      // A repository that is gone holds nothing that could be taken up.
      const gone = answer.fault.status === 404 || answer.fault.status === 410;
      return gone ? ports.clock.now() - settledMs : asked === 0 ? null : since;
    }
    const { comments, more, readAt } = answer.value;
    const settled = timeOf(readAt) - settledMs;
    const old = comments.filter(({ updatedAt }) => timeOf(updatedAt) < settled);
    for (const found of inOrder(old)) await take(ports, live, found);
    if (!more || old.length < comments.length) return Math.max(since, settled);
    // On by the last change, not by page: what is edited meanwhile moves to the end and shifts the pages.
    const last = timeOf(old.at(-1)?.updatedAt ?? '');
    page = last > Math.floor(since / 1000) * 1000 ? 1 : page + 1;
    since = Math.max(since, last);
  }
  return since;
}

async function ask(
  ports: AppPorts,
  installation: string,
  question: Parameters<AppHost['commentsSince']>[0],
): ReturnType<AppHost['commentsSince']> {
  const host = await ports.hosts.installation(installation);
  return host.commentsSince(question);
}

/** As they were said; within one second a rejection comes first. */
function inOrder(comments: readonly FoundComment[]): readonly FoundComment[] {
  return comments.toSorted(
    (a, b) =>
      timeOf(a.createdAt) - timeOf(b.createdAt) ||
      Number(isRejection(b)) - Number(isRejection(a)) ||
      Number(a.id) - Number(b.id),
  );
}

function isRejection({ body }: FoundComment): boolean {
  const command = parseCommand(body);
  return command.kind === 'command' && command.verb === 'reject';
}

/**
 * Puts a missed command into the inbox, under its own id alone. Its meaning may be taken there by a delivery
 * that waited in vain for its proposal; and a webhook that comes after it finds it decided.
 */
async function take(ports: AppPorts, live: LiveRun, found: FoundComment): Promise<void> {
  if (found.author?.type !== 'User' || found.throughApp || parseCommand(found.body).kind === 'none') return;
  const { repositoryId, installation } = live.stored;
  const stored = await ports.ledger.byIssue({ repositoryId, issueNumber: found.issueNumber });
  if (stored === null || stored.entries.some((entry) => mentions(entry, found.id))) return;
  const { run, read } = readLiveRun(stored);
  if (run.issue === null) return;
  const ref = { installation, issue: `${repositoryId}#${found.issueNumber}` };
  const payload = foundPayload(found, { ...ref, repository: read.proposal.repository, at: run.issue });
  const incoming = readIncoming('issue_comment', JSON.parse(payload));
  if (typeof incoming === 'string') return;
  const answer = await ports.ledger.receive({
    id: foundId(found),
    meaning: null,
    name: 'issue_comment',
    ...ref,
    payload,
    receivedAt: ports.clock.now(),
  });
  if (answer === 'duplicate') return;
  ports.log.info('sweep.comment_found', { issue: ref.issue, comment: found.id });
  await ports.wakes.hint(ref);
}

function timeOf(text: string): EpochMs {
  const at = parseInstant(text);
  if (!at.ok) throw new Error('comments: a time that does not read');
  return at.value;
}
