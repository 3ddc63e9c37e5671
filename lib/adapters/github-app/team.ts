import type { AppHost } from '../../core/port/app-host.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { id, listOf, members, short } from './answer.ts';
import { askOrganisation, readData, unreadable, type Answer, type GitHubClient } from './client.ts';

const teamRoute = 'GET /orgs/{org}/teams/{team_slug}';
const membersRoute = 'GET /orgs/{org}/teams/{team_slug}/members';
const membershipRoute = 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}';

/** GitHub's largest page. Who could approve is shown, never decided by: one page is enough. */
const pageSize = 100;

const membership = members({ state: short });

const team = members({ id, slug: short });

const people = listOf(members({ id, login: short, type: short }), pageSize);

/**
 * Reads whether somebody is an active member of a team. GitHub answers 404 both for who is none and for a team
 * that it does not show us, so after a 404 the team itself is asked for.
 */
export function teamMembership(client: GitHubClient): AppHost['teamMembership'] {
  return async ({ team: name, login }) => {
    const place = placeOf(name);
    if (place === null || !/^[A-Za-z0-9_-]{1,100}$/.test(login))
      return refused(unreadable(membershipRoute, null, 'no team or login of that form'));
    const answer = await askOrganisation(client, membershipRoute, { ...place, username: login });
    if (isHidden(answer)) return ok('unreadable');
    if (isAbsent(answer)) return standingOfNone(client, place);
    const read = readData(answer, membership, 'unreadable');
    if (!read.ok) return read;
    // `pending` is an invitation that the person has not accepted.
    return ok(read.value.state === 'active' ? 'member' : 'not_member');
  };
}

/** Reads who is in a team, child teams included. */
export function teamMembers(client: GitHubClient): AppHost['teamMembers'] {
  return async ({ team: name }) => {
    const place = placeOf(name);
    if (place === null) return refused(unreadable(membersRoute, null, 'no team of that form'));
    const answer = await askOrganisation(client, membersRoute, { ...place, per_page: pageSize });
    if (isHidden(answer) || isAbsent(answer)) return ok('unreadable');
    const read = readData(answer, people, 'unreadable');
    if (!read.ok) return read;
    return ok({
      people: read.value.map(({ type, ...account }) => ({ account, type })),
      complete: read.value.length < pageSize,
    });
  };
}

interface Place {
  readonly org: string;
  readonly team_slug: string;
}

/** Splits `org/slug`, and refuses whatever would lead a path elsewhere. */
function placeOf(name: string): Place | null {
  const [, org, slug] = /^([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9_-][A-Za-z0-9._-]{0,99})$/.exec(name) ?? [];
  return org === undefined || slug === undefined ? null : { org, team_slug: slug };
}

async function standingOfNone(
  client: GitHubClient,
  place: Place,
): Promise<Result<'not_member' | 'unreadable', HostFault>> {
  const answer = await askOrganisation(client, teamRoute, { ...place });
  if (isHidden(answer) || isAbsent(answer)) return ok('unreadable');
  const read = readData(answer, team, 'unreadable');
  return read.ok ? ok('not_member') : read;
}

/** Refused for want of a permission; a rate limit has the same status, and says when to ask again. */
function isHidden(answer: Result<Answer, HostFault>): boolean {
  return !answer.ok && answer.fault.status === 403 && answer.fault.retryAfterMs === undefined;
}

function isAbsent(answer: Result<Answer, HostFault>): boolean {
  return !answer.ok && answer.fault.status === 404;
}
