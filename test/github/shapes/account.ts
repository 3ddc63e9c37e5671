import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type Account, type App, type Role, type State, accountOf } from '../state.ts';
import { atLeast } from '../teams.ts';

/** Whom GitHub shows in place of a deleted account. */
export const ghost: { readonly id: number; readonly login: string } = { id: 10_137, login: 'ghost' };

/** GitHub's "simple user". */
export function simpleUser(state: State, given: Account, base: string): JsonNode {
  const account = given.deleted ? accountOf(state, ghost.id) : given;
  const url = `${base}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: `https://avatars.githubusercontent.com/u/${account.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: accountPage(state, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    site_admin: false,
  };
}

export function accountPage(state: State, account: Account): string {
  return account.type === 'Bot'
    ? `${state.webUrl}/apps/${account.login.replace(/\[bot\]$/, '')}`
    : `${state.webUrl}/${account.login}`;
}

export function publicUser(state: State, account: Account, base: string): JsonNode {
  return {
    ...simpleUser(state, account, base),
    name: null,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  };
}

/** A person with what they may do, as the collaborator routes show it. */
export function collaborator(
  state: State,
  account: Account,
  role: Role | { readonly role: 'none'; readonly roleName: string },
  base: string,
): JsonNode {
  return {
    ...simpleUser(state, account, base),
    permissions: {
      admin: atLeast(role.role, 'admin'),
      maintain: atLeast(role.role, 'maintain'),
      push: atLeast(role.role, 'write'),
      triage: atLeast(role.role, 'triage'),
      pull: atLeast(role.role, 'read'),
    },
    role_name: role.roleName,
  };
}

/** An App, as it stands beside what it made. */
export function integration(state: State, app: App, base: string): JsonNode {
  const page = `${state.webUrl}/apps/${app.slug}`;
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('App', app.id),
    owner: simpleUser(state, accountOf(state, app.ownerId), base),
    name: app.slug,
    description: null,
    external_url: page,
    html_url: page,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: { ...app.permissions },
    events: [...app.events],
  };
}

/** An organisation in short. */
export function organisationShape(account: Account, base: string): JsonNode {
  const url = `${base}/orgs/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${account.id}?v=4`,
    description: null,
  };
}
