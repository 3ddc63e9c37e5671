/** Teams and organisations: who is in them, and what that gives. */
import type { RoleName } from './world.ts';
import {
  type Account,
  type Organisation,
  type Repository,
  type Role,
  type State,
  type Team,
  accountByLogin,
} from './state.ts';

/** How somebody stands to a team. `inherited`: only through a child team. */
export interface Standing {
  readonly role: 'member' | 'maintainer';
  readonly state: 'active' | 'pending';
  readonly inherited: boolean;
}

const ranks: readonly (RoleName | 'none')[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

export function atLeast(role: RoleName | 'none', least: RoleName): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(least);
}

export function organisationOf(state: State, id: number): Organisation {
  return state.organisations.get(id) ?? { members: new Map(), baseRole: null };
}

export function teamNamed(state: State, organisation: string, slug: string): Team | undefined {
  const id = accountByLogin(state, organisation)?.id;
  return [...state.teams.values()].find(
    (team) => team.organisationId === id && team.slug === slug.toLowerCase(),
  );
}

/** The team and all below it. */
export function family(state: State, team: Team): readonly Team[] {
  const children = [...state.teams.values()].filter((one) => one.parentId === team.id);
  return [team, ...children.flatMap((one) => family(state, one))];
}

/** The team and all above it, whose grants it has too. */
function lineage(state: State, team: Team): readonly Team[] {
  const parent = team.parentId === null ? undefined : state.teams.get(team.parentId);
  return parent === undefined ? [team] : [team, ...lineage(state, parent)];
}

/** Own membership first, then one through a child team; null for who is in neither. Owners show as maintainers. */
export function standingIn(state: State, team: Team, accountId: number): Standing | null {
  for (const one of family(state, team)) {
    const given = one.members.get(accountId);
    if (given === undefined) continue;
    const owner = organisationOf(state, team.organisationId).members.get(accountId)?.role === 'admin';
    const role = owner ? 'maintainer' : given.role;
    return { role, state: given.state, inherited: one !== team };
  }
  return null;
}

/** Active members, child teams' too, in ascending order of id. */
export function membersOf(
  state: State,
  team: Team,
): readonly { readonly accountId: number; readonly standing: Standing }[] {
  const ids = new Set(family(state, team).flatMap((one) => [...one.members.keys()]));
  return [...ids]
    .toSorted((a, b) => a - b)
    .flatMap((accountId) => {
      const standing = standingIn(state, team, accountId);
      return standing?.state === 'active' ? [{ accountId, standing }] : [];
    });
}

/** What an account's organisation and teams give it on a repository. */
export function rolesThroughOthers(state: State, repository: Repository, account: Account): readonly Role[] {
  const { members, baseRole } = organisationOf(state, repository.ownerId);
  const member = members.get(account.id);
  if (member?.state !== 'active') return [];
  if (member.role === 'admin') return [{ role: 'admin', roleName: 'admin' }];
  const teams = [...state.teams.values()].filter((team) => team.members.get(account.id)?.state === 'active');
  const granted = teams
    .flatMap((team) => lineage(state, team))
    .flatMap((team) => repository.teamRoles.get(team.id) ?? []);
  return baseRole === null ? granted : [...granted, { role: baseRole, roleName: baseRole }];
}
