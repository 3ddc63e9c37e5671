import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import type { Reader } from './answer.ts';
import { ask, readData, unreadable, type GitHubClient, type Place } from './client.ts';

/** GitHub's largest page. */
export const pageSize = 100;

/** At most 1,000 entries of a list are looked through. Beyond that the answer is that it is not known. */
export const maxPages = 10;

/** What is looked for in a list, page by page. */
export interface Search<One, Found> {
  readonly route: `GET /repos/${string}`;
  readonly place: Place;
  readonly page: Reader<readonly One[]>;
  /** What an entry is found to be; null where it is not what is looked for. */
  readonly pick: (one: One) => Found | null;
  /** Whether nothing behind a full page can be it. */
  readonly isEnough?: (page: readonly One[]) => boolean;
}

/** The first that fits; null where the list ends without. A fault where it goes on for too long. */
export async function findListed<One, Found>(
  client: GitHubClient,
  { route, place, page: reader, pick, isEnough = () => false }: Search<One, Found>,
): Promise<Result<Found | null, HostFault>> {
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await ask(client, route, { ...place, per_page: pageSize, page });
    const read = readData(answer, reader, 'unreadable');
    if (!read.ok) return read;
    for (const one of read.value) {
      const found = pick(one);
      if (found !== null) return ok(found);
    }
    if (read.value.length < pageSize || isEnough(read.value)) return ok(null);
  }
  return refused(unreadable(route, null, 'more than are looked at'));
}
