/** Who plays in the demo, and what each may do in its one repository. */

export const organisation = 'acme';
export const repositoryName = 'payments';
export const repository: string = `${organisation}/${repositoryName}`;

/** GitHub's built-in roles, weakest first. */
export const roles = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Whether a role reaches another one. */
export function reaches(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

export type Login = 'dana' | 'kim' | 'ana' | 'rob' | 'mallory';

export interface Person {
  readonly login: Login;
  /** Everyone reads a public repository; a role of `read` is no grant. */
  readonly role: Role;
}

/** dana could approve, had she not started the run: so her refusal has that one reason. */
export const people: Readonly<Record<Login, Person>> = {
  dana: { login: 'dana', role: 'maintain' },
  kim: { login: 'kim', role: 'maintain' },
  ana: { login: 'ana', role: 'write' },
  rob: { login: 'rob', role: 'write' },
  mallory: { login: 'mallory', role: 'read' },
};

/** The role of any login: a stranger reads, as on every public repository. */
export function roleOf(login: string): Role {
  return isLogin(login) ? people[login].role : 'read';
}

function isLogin(login: string): login is Login {
  return Object.hasOwn(people, login);
}

export interface AppIdentity {
  readonly slug: 'countersign' | 'github-actions';
  readonly name: string;
  readonly appId: number;
  readonly installationId: number;
  readonly permissions: Permissions;
  readonly events: readonly string[];
}

/** What somebody's token may do, by the name of the permission. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>;

/**
 * Countersign itself, with the permissions of `app.yml`; and Actions, which may do what any job may ask for: a
 * job's `GITHUB_TOKEN` is a token of its installation with the permissions that the workflow lists.
 */
export const apps: Readonly<Record<AppIdentity['slug'], AppIdentity>> = {
  countersign: {
    slug: 'countersign',
    name: 'Countersign',
    appId: 77,
    installationId: 501,
    permissions: { metadata: 'read', issues: 'write', checks: 'write', contents: 'read', actions: 'read' },
    events: ['issues', 'issue_comment', 'check_run'],
  },
  'github-actions': {
    slug: 'github-actions',
    name: 'GitHub Actions',
    appId: 15368,
    installationId: 502,
    permissions: {
      metadata: 'read',
      issues: 'write',
      contents: 'write',
      workflows: 'write',
      actions: 'read',
      checks: 'write',
      deployments: 'write',
    },
    events: [],
  },
};
