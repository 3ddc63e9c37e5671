import type { AppHost, Permission } from '../../core/port/app-host.ts';
import type { Role } from '../../core/proposal/proposal.ts';
import { ok, refused } from '../../core/result.ts';
import { flag, id, members, orNull, short, type Reader } from './answer.ts';
import { ask, readData, unreadable, type GitHubClient } from './client.ts';

const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';

/** GitHub's five rights, each of which contains the ones before it. */
export const rights: Reader<Readonly<Record<'pull' | 'triage' | 'push' | 'maintain' | 'admin', boolean>>> =
  members({ pull: flag, triage: flag, push: flag, maintain: flag, admin: flag });

const permission = members({
  role_name: short,
  user: orNull(members({ id, login: short, type: short, permissions: rights })),
});

/**
 * Reads what one account may do. Decided by the rights alone: `role_name` is any text where an
 * organisation has custom roles, and `permission` calls maintain `write` and triage `read`.
 */
export function permissionOf(client: GitHubClient): AppHost['permissionOf'] {
  return async ({ repository, login }) => {
    if (!/^[A-Za-z0-9_-]{1,100}(?:\[bot\])?$/.test(login))
      return refused(unreadable(route, null, 'no login of that form'));
    const answer = await ask(client, route, { repository, username: login });
    // Whoever has no right that could be named, on a repository that we see: nobody.
    if (!answer.ok && answer.fault.status === 404) return ok(nobody(login));
    const read = readData(answer, permission, 'unreadable');
    if (!read.ok) return read;
    const { user, role_name } = read.value;
    if (user === null) return ok(nobody(login));
    return ok<Permission>({
      account: { id: user.id, login: user.login },
      type: user.type,
      role: roleOf(user.permissions),
      roleName: role_name,
    });
  };
}

/** The strongest built-in role that rights amount to. */
export function roleOf(has: ReturnType<typeof rights>): Role | 'none' {
  if (has.admin) return 'admin';
  if (has.maintain) return 'maintain';
  if (has.push) return 'write';
  if (has.triage) return 'triage';
  return has.pull ? 'read' : 'none';
}

/** No account has the id 0, so this one is equal to nobody. */
function nobody(login: string): Permission {
  return { account: { id: '0', login }, type: 'User', role: 'none', roleName: 'none' };
}
