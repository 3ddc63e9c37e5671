import type { PublishedRunReader } from '../core/port/published-run.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { Result } from '../core/result.ts';
import { rebuildRun, type Rebuilt, type RebuildPorts } from './rebuild.ts';

/** A repository whose runs may be missing, and how it is read. */
export interface RebuildPlace {
  /** Decimal installation id. */
  readonly installation: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Numbers of its issues that carry our label, oldest first; `complete` is false where there are more. */
  issues(): Promise<Result<{ readonly all: readonly number[]; readonly complete: boolean }, HostFault>>;
  readonly reader: PublishedRunReader;
}

/** One line of what a rebuild tells: an issue, or (`issue` is null) a repository that was not read to its end. */
export interface RebuildLine {
  readonly repository: string;
  readonly issue: number | null;
  readonly told: Rebuilt | { readonly outcome: 'unread'; readonly status: number | null };
}

/**
 * Puts back what is missing of one repository, oldest first, as it was opened. What GitHub does not answer is
 * told as unread and stops nothing: the rebuild may be asked again, and leaves alone what is there.
 */
export async function rebuildRepository(
  ports: RebuildPorts,
  place: RebuildPlace,
  report: (line: RebuildLine) => void,
): Promise<void> {
  const { repository } = place;
  const issues = await place.issues();
  if (!issues.ok) return report({ repository, issue: null, told: unread(issues.fault) });
  for (const issue of issues.value.all) {
    const published = await place.reader.read({ repository, issueNumber: issue });
    const told = published.ok
      ? await rebuildRun(ports, published.value, place.installation)
      : unread(published.fault);
    report({ repository, issue, told });
  }
  if (!issues.value.complete) report({ repository, issue: null, told: { outcome: 'unread', status: null } });
}

function unread({ status }: HostFault): Extract<RebuildLine['told'], { outcome: 'unread' }> {
  return { outcome: 'unread', status };
}
