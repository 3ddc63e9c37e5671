import { lackingOf } from '../../core/action/permission-need.ts';
import type { AppHost } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { unreadable, type GitHubClient } from './client.ts';

/** Looks at the token at hand, which was needed anyway; where that lacks something, at a new one, as it may be older than a grant. */
export function lacking({ permissions }: GitHubClient): AppHost['lacking'] {
  return async (needs) => {
    if (permissions === undefined) return ok([]);
    try {
      const known = await permissions({ renew: false });
      if (known === null || lackingOf(needs, known).length === 0) return ok([]);
      return ok(lackingOf(needs, (await permissions({ renew: true })) ?? {}));
    } catch {
      return refused(unreadable('permissions', null, 'no token'));
    }
  };
}
