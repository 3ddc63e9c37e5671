import type { AppHost } from '../../core/port/app-host.ts';
import { ok } from '../../core/result.ts';
import { id, listOf, members, short } from './answer.ts';
import { ask, readData, type GitHubClient } from './client.ts';
import { rights, roleOf } from './permission.ts';

/** GitHub's largest page. Who could approve is shown, never decided by: one page is enough. */
const pageSize = 100;

const people = listOf(
  members({ id, login: short, type: short, permissions: rights, role_name: short }),
  pageSize,
);

/** Reads who has a right on the repository, from whatever grant. */
export function collaborators(client: GitHubClient): AppHost['collaborators'] {
  return async ({ repository }) => {
    const answer = await ask(client, 'GET /repos/{owner}/{repo}/collaborators', {
      repository,
      affiliation: 'all',
      per_page: pageSize,
    });
    const read = readData(answer, people, 'unreadable');
    if (!read.ok) return read;
    return ok({
      people: read.value.map((person) => ({
        account: { id: person.id, login: person.login },
        type: person.type,
        role: roleOf(person.permissions),
        roleName: person.role_name,
      })),
      complete: read.value.length < pageSize,
    });
  };
}
