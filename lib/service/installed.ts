import type { Clock } from '../core/port/clock.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { Result } from '../core/result.ts';

/** Whether the App is installed on a repository; `unreadable`: GitHub did not say. */
export type Installed = (repository: {
  readonly id: string;
  readonly name: string;
}) => Promise<'installed' | 'not_installed' | 'unreadable'>;

/** An installation that is taken away is noticed after this; intake asks in its own way and sees it at once. */
const keptMs = 600_000;

/** Whoever installs the App after a refusal does not wait longer than this. */
const refusedMs = 30_000;

/** Beyond so many the oldest are forgotten; they then cost a request again, nothing else. */
const maxKept = 10_000;

/** Asks GitHub once, and remembers. A repository's name can be given to another one, so both are the key. */
export function createInstalled(
  clock: Pick<Clock, 'now'>,
  installationOf: (repository: string) => Promise<Result<string, HostFault>>,
): Installed {
  const known = new Map<string, { readonly answer: 'installed' | 'not_installed'; readonly until: number }>();
  return async ({ id, name }) => {
    const key = `${id} ${name}`;
    const kept = known.get(key);
    if (kept !== undefined && clock.now() < kept.until) return kept.answer;
    const found = await installationOf(name);
    if (!found.ok && found.fault.status !== 404) return 'unreadable';
    const answer = found.ok ? 'installed' : 'not_installed';
    known.delete(key);
    known.set(key, { answer, until: clock.now() + (found.ok ? keptMs : refusedMs) });
    for (const oldest of known.keys()) {
      if (known.size <= maxKept) break;
      known.delete(oldest);
    }
    return answer;
  };
}
