import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type State, type Team, accountOf, present } from '../state.ts';
import { membersOf } from '../teams.ts';
import { organisationShape } from './account.ts';

function simpleTeam(state: State, team: Team, base: string): JsonNode {
  const { login } = accountOf(state, team.organisationId);
  const url = `${base}/organizations/${team.organisationId}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId('Team', team.id),
    name: team.name,
    slug: team.slug,
    description: null,
    privacy: team.privacy,
    notification_setting: 'notifications_enabled',
    permission: 'pull',
    url,
    html_url: `${state.webUrl}/orgs/${login}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    type: 'organization',
    organization_id: team.organisationId,
  };
}

/** A team as it is asked for by itself. */
export function teamShape(state: State, team: Team, base: string): JsonNode {
  const organisation = accountOf(state, team.organisationId);
  const parent = team.parentId === null ? null : present(state.teams.get(team.parentId), 'parent team');
  const repositories = [...state.repositories.values()].filter(({ teamRoles }) => teamRoles.has(team.id));
  return {
    ...simpleTeam(state, team, base),
    parent: parent === null ? null : simpleTeam(state, parent, base),
    members_count: membersOf(state, team).length,
    repos_count: repositories.length,
    created_at: team.createdAt,
    updated_at: team.createdAt,
    organization: {
      ...organisationShape(organisation, base),
      html_url: `${state.webUrl}/${organisation.login}`,
      has_organization_projects: true,
      has_repository_projects: true,
      public_repos: 0,
      public_gists: 0,
      followers: 0,
      following: 0,
      type: 'Organization',
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2020-01-01T00:00:00Z',
      archived_at: null,
    },
  };
}
