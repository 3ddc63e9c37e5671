import { digestIssue } from '../core/approval/decide.ts';
import type { Digest } from '../core/json/digest.ts';
import type { AppHost, Thread } from '../core/port/app-host.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { Result } from '../core/result.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import type { LiveRun } from './live-run.ts';

/** How often, and how long apart, a comment that GitHub does not show yet is asked for. Replicas lag by seconds. */
const lagPausesMs: readonly number[] = [500, 2000, 5000];

/** Asks once for a run's issue, the comments named and the policy files, as they are now. */
export function askThread(
  host: AppHost,
  { read, run }: LiveRun,
  commentNodeIds: readonly string[] = [],
): Promise<Result<Thread, HostFault>> {
  const repository = read.proposal.repository.name;
  return host.thread({ repository, issueNodeId: run.issue?.nodeId ?? '', commentNodeIds });
}

/** Reads the thread; a comment that is not there yet is asked for again within the replicas' lag. */
export async function readThread(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
  commentNodeIds: readonly string[],
): Promise<Thread> {
  for (const pause of [...lagPausesMs, null]) {
    const thread = await askThread(host, live, commentNodeIds);
    if (!thread.ok) throw hostError('thread', thread.fault);
    const complete =
      thread.value.issue !== null && thread.value.comments.every((comment) => comment !== null);
    if (complete || pause === null) return thread.value;
    await ports.clock.sleep(pause);
  }
  throw new TypeError('the last pause is null');
}

/** The sealed text's digest and place, as the run's own entry keeps them. */
export function sealedText(live: LiveRun): { readonly text: Digest; readonly repositoryId: string } {
  const received = live.stored.entries.find((entry) => entry.type === 'proposal.received');
  if (received?.type !== 'proposal.received') throw new TypeError('a run in the ledger was received');
  return { text: received.data.text, repositoryId: live.stored.repositoryId };
}

/** Whether the issue reads as it was sealed, by GitHub's present answer. */
export async function readsAsSealed(ports: AppPorts, live: LiveRun): Promise<boolean> {
  const host = await ports.hosts.installation(live.stored.installation);
  const { issue } = await readThread(ports, host, live, []);
  return issue !== null && digestIssue(issue) === sealedText(live).text;
}
