import type { PersonFacts } from '../core/approval/facts.ts';
import type { Digest } from '../core/json/digest.ts';
import type { Published } from '../core/port/app-host.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { RunView } from '../core/publication/view.ts';
import type { Result } from '../core/result.ts';
import type { DataOf } from '../core/run/event.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import { sinceBefore } from './since.ts';
import { appendEvents, type AppendFault, type LiveRun } from './live-run.ts';

/**
 * The publication of a run: comments, labels and the check run tell what the ledger holds. Each is found
 * before it is made, except where this very call saw the reason for it happen; each can be told again.
 */
export interface TellHints {
  readonly labels: readonly string[] | null;
  /** What was read of whoever asked something just now; null where nothing was. */
  readonly asker: PersonFacts | null;
  /** Entries from this number on are new, so nobody can have told about them yet. */
  readonly freshFrom: number;
}

/** What every publication is made of. */
export function viewOf(ports: AppPorts, live: LiveRun): RunView {
  const { proposal, hash } = live.read;
  return { proposal, hash, run: live.run, entries: live.stored.entries, host: ports.host };
}

/** The last line of a comment of ours: by it we find the comment again. It proves nothing to anyone else. */
export function markerLine(digest: Digest): string {
  return `<!-- countersign:about:v1 ${digest} -->`;
}

/** Records that something was published, and which entries it tells about. */
export function published(
  ports: AppPorts,
  live: LiveRun,
  what: DataOf<'published'>['what'],
  { id, url }: Published,
  entries: readonly Digest[],
): Promise<LiveRun | AppendFault> {
  return appendEvents(ports, live, [{ event: { type: 'published', data: { what, id, url, entries } } }]);
}

/** The page of the proposal's issue. */
export function issueUrl(ports: AppPorts, live: LiveRun): string {
  return `${ports.host}/${live.read.proposal.repository.name}/issues/${live.run.issue?.number ?? 0}`;
}

/** A publication that GitHub did not take is tried again later, from the ledger. */
export function value<Value>(what: string, answer: Result<Value, HostFault>): Value {
  if (answer.ok) return answer.value;
  throw hostError(`publish: ${what}`, answer.fault);
}

/** Comments on the proposal's issue; where that may have been done before a crash, finds the comment first. */
export async function tell(
  ports: AppPorts,
  live: LiveRun,
  comment: {
    readonly body: string;
    readonly marker: string;
    readonly since: string;
    readonly fresh: boolean;
  },
): Promise<Published> {
  const host = await ports.hosts.installation(live.stored.installation);
  const place = { repository: live.read.proposal.repository.name, issueNumber: live.run.issue?.number ?? 0 };
  if (!comment.fresh) {
    const since = sinceBefore(comment.since);
    const found = await host.findComment({ ...place, marker: comment.marker, since });
    const before = value('find comment', found);
    if (before !== null) return before;
  }
  return value('comment', await host.comment({ ...place, body: comment.body }));
}
