/** Organisations' people and teams, as an owner sets them up. */
import {
  type Organisation,
  type Repository,
  type State,
  type Team,
  accountByLogin,
  instant,
  present,
  takeSmallId,
} from './state.ts';
import { family, teamNamed } from './teams.ts';
import type { World } from './world.ts';

export function teamWorld({
  state,
  now,
  keep,
  repository,
}: {
  readonly state: State;
  readonly now: () => number;
  readonly keep: () => void;
  readonly repository: (name: string) => Repository;
}): Pick<
  World,
  'organisationMember' | 'baseRole' | 'team' | 'teamMember' | 'teamGrant' | 'renameTeam' | 'deleteTeam'
> {
  const idOf = (login: string): number => present(accountByLogin(state, login), `account ${login}`).id;
  const organisation = (id: number): Organisation => {
    const found = state.organisations.get(id) ?? { members: new Map(), baseRole: null };
    state.organisations.set(id, found);
    return found;
  };
  const named = (name: string): Team => {
    const [owner = '', slug = ''] = name.split('/');
    return present(teamNamed(state, owner, slug), `team ${name}`);
  };
  const setMember: World['teamMember'] = ({ team: name, login, state: standing, role }) => {
    keep();
    const team = named(name);
    const id = idOf(login);
    if (standing === null) {
      team.members.delete(id);
      return;
    }
    team.members.set(id, { role: role ?? 'member', state: standing });
    const { members } = organisation(team.organisationId);
    // Who is invited to a team is invited to its organisation.
    if (members.get(id)?.state !== 'active') members.set(id, { role: 'member', state: standing });
  };
  return {
    organisationMember({ organisation: owner, login, role, state: standing }) {
      keep();
      const id = idOf(owner);
      const account = idOf(login);
      if (role !== null) {
        const level = role === 'owner' ? 'admin' : 'member';
        organisation(id).members.set(account, { role: level, state: standing ?? 'active' });
        return;
      }
      organisation(id).members.delete(account);
      for (const team of state.teams.values()) if (team.organisationId === id) team.members.delete(account);
    },
    baseRole({ organisation: owner, role }) {
      keep();
      organisation(idOf(owner)).baseRole = role;
    },
    team(given) {
      const [owner = '', slug = ''] = given.team.split('/');
      if (teamNamed(state, owner, slug) !== undefined) throw new Error(`team ${given.team} is taken`);
      const added: Team = {
        id: takeSmallId(state),
        organisationId: present(accountByLogin(state, owner), `account ${owner}`).id,
        name: given.name ?? slug,
        slug,
        parentId: given.parent === undefined ? null : named(given.parent).id,
        privacy: given.privacy ?? 'closed',
        members: new Map(),
        createdAt: instant(now()),
      };
      state.teams.set(added.id, added);
      for (const login of given.members ?? []) setMember({ team: given.team, login, state: 'active' });
      for (const login of given.pending ?? []) setMember({ team: given.team, login, state: 'pending' });
      return added.id;
    },
    teamMember: setMember,
    teamGrant({ team, repository: name, role, roleName }) {
      keep();
      const { teamRoles } = repository(name);
      if (role === null) teamRoles.delete(named(team).id);
      else teamRoles.set(named(team).id, { role, roleName: roleName ?? role });
    },
    renameTeam({ team, to }) {
      keep();
      const found = named(team);
      found.slug = to;
      found.name = to;
    },
    deleteTeam(name) {
      keep();
      // Its child teams go with it.
      for (const gone of family(state, named(name))) {
        state.teams.delete(gone.id);
        for (const { teamRoles } of state.repositories.values()) teamRoles.delete(gone.id);
      }
    },
  };
}
