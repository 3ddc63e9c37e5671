import type { Thread } from '../core/port/app-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { parseInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import type { LiveRun, NewEvent } from './live-run.ts';
import { askThread } from './thread.ts';

/** A replica may lag; it lags by seconds, seldom by a minute. What is older than this and not there is gone. */
const surelyThereMs = 600_000;

/** That a proposal's issue is gone, and the events that say so. */
export interface Lost {
  readonly code: Extract<RefusalCode, 'issue_gone' | 'issue_moved'>;
  /** Empty where it was recorded before. */
  readonly events: readonly NewEvent[];
}

/** Whether the issue was deleted or moved away, as GitHub tells it now; null: it is where it was, or may be. */
export function lostEvents(
  ports: Pick<AppPorts, 'clock'>,
  live: LiveRun,
  { issue }: Pick<Thread, 'issue'>,
): Lost | null {
  if (issue !== null)
    return issue.repositoryId === live.stored.repositoryId ? null : lost(live, 'issue_moved');
  const received = live.stored.entries.find(({ type }) => type === 'proposal.received');
  const at = parseInstant(received?.at ?? '');
  return at.ok && ports.clock.now() - at.value >= surelyThereMs ? lost(live, 'issue_gone') : null;
}

/**
 * Asks whether the issue is gone, after GitHub refused to tell something there with this status. A lock alone
 * keeps no App out: one that refuses our comment is an issue that became a discussion.
 */
export async function issueGone(ports: AppPorts, live: LiveRun, status: number): Promise<Lost | null> {
  const host = await ports.hosts.installation(live.stored.installation);
  const thread = await askThread(host, live);
  if (!thread.ok) return null;
  const { issue } = thread.value;
  const closedToUs = status === 403 && issue !== null && issue.locked && !issue.open;
  return lostEvents(ports, live, thread.value) ?? (closedToUs ? lost(live, 'issue_gone') : null);
}

/** Records that the issue is gone, with an alert: whoever reads the audit must see that nobody decided this. */
export function lost(live: LiveRun, code: Lost['code']): Lost {
  if (live.run.issueLost) return { code, events: [] };
  const subject = `issue #${live.run.issue?.number ?? 0}`;
  return {
    code,
    events: [
      { event: { type: 'alert.raised', data: { code, subject } } },
      { event: { type: 'issue.lost', data: { code } } },
    ],
  };
}
