import { Refusal, authoriseOrganisation } from '../rights.ts';
import { type Call, type Routes, page } from '../route.ts';
import { simpleUser } from '../shapes/account.ts';
import { teamShape } from '../shapes/team.ts';
import { type Team, accountByLogin, accountOf } from '../state.ts';
import { membersOf, organisationOf, standingIn, teamNamed } from '../teams.ts';

/** The team that the path names, when the actor may see it. Whoever may not is told that there is none. */
function teamFor(call: Call): Team {
  const organisation = accountByLogin(call.state, call.params['org'] ?? '');
  if (organisation?.type !== 'Organization') throw new Refusal(404, 'Not Found');
  authoriseOrganisation(call.state, call.actor, organisation, 'members');
  const team = teamNamed(call.state, organisation.login, call.params['team_slug'] ?? '');
  if (team === undefined || !sees(call, team)) throw new Refusal(404, 'Not Found');
  return team;
}

/** A secret team is shown to its members, to owners, and to Apps that may read members. */
function sees(call: Call, team: Team): boolean {
  if (call.actor.kind !== 'user' || team.privacy === 'closed') return true;
  const { accountId } = call.actor;
  const owner = organisationOf(call.state, team.organisationId).members.get(accountId)?.role === 'admin';
  return owner || standingIn(call.state, team, accountId) !== null;
}

export const teamRoutes: Routes = {
  'GET /orgs/{org}/teams/{team_slug}': (call) => ({
    status: 200,
    body: teamShape(call.state, teamFor(call), call.base),
  }),
  'GET /orgs/{org}/teams/{team_slug}/members': (call) => {
    const team = teamFor(call);
    const role = call.query.get('role') ?? 'all';
    const found = membersOf(call.state, team).filter(
      ({ standing }) => role === 'all' || standing.role === role,
    );
    const { rows, headers } = page(call, found);
    const body = rows.map(({ accountId, standing }) => ({
      ...simpleUser(call.state, accountOf(call.state, accountId), call.base),
      role: standing.role,
      inherited: standing.inherited,
    }));
    return { status: 200, headers, body };
  },
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}': (call) => {
    const team = teamFor(call);
    const account = accountByLogin(call.state, call.params['username'] ?? '');
    const standing = account === undefined ? null : standingIn(call.state, team, account.id);
    if (account === undefined || standing === null) throw new Refusal(404, 'Not Found');
    const { role, state } = standing;
    const url = `${call.base}/orgs/${call.params['org'] ?? ''}/teams/${team.slug}/memberships/${account.login}`;
    return { status: 200, body: { url, role, state } };
  },
};
