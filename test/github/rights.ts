/** Who may do what: roles of people, permissions of Apps. */
import type { RoleName } from './world.ts';
import { type Account, type Repository, type Role, type State, accountOf } from './state.ts';
import { atLeast, organisationOf, rolesThroughOthers } from './teams.ts';

/** The sender of a request. Ids only: what they may do is looked up in the state that answers. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly accountId: number; readonly via: number | null }
  | { readonly kind: 'app'; readonly appId: number }
  | {
      readonly kind: 'installation';
      readonly appId: number;
      readonly botId: number;
      readonly installationId: number | null;
      readonly permissions: Readonly<Record<string, string>>;
      readonly repositories: readonly number[] | null;
      readonly accountId: number;
    };

/** A refused request: what the route answers instead. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors:
    | readonly { readonly code: string; readonly field?: string; readonly message?: string }[]
    | null;

  constructor(
    status: number,
    message: string,
    more: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly errors?: readonly {
        readonly code: string;
        readonly field?: string;
        readonly message?: string;
      }[];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.errors = more.errors ?? null;
  }
}

/** The highest of all grants: own, by team, by organisation. Any person may read a public repository; a bot has no role. */
export function roleOf(
  state: State,
  repository: Repository,
  account: Account,
): Role | { readonly role: 'none'; readonly roleName: string } {
  if (account.id === repository.ownerId) return { role: 'admin', roleName: 'admin' };
  const own = repository.roles.get(account.id);
  const open = account.type === 'User' && repository.visibility === 'public';
  const [first, ...rest] = [
    ...(own === undefined ? [] : [own]),
    ...rolesThroughOthers(state, repository, account),
    ...(open ? [{ role: 'read', roleName: 'read' } as const] : []),
  ];
  if (first === undefined) return { role: 'none', roleName: '' };
  return rest.reduce((best, one) => (atLeast(best.role, one.role) ? best : one), first);
}

/** The account as which the actor writes. */
export function accountActing(state: State, actor: Actor): Account {
  if (actor.kind === 'user') return accountOf(state, actor.accountId);
  if (actor.kind === 'installation') return accountOf(state, actor.botId);
  throw new Refusal(401, 'Requires authentication');
}

export function actorName(state: State, actor: Actor): string {
  switch (actor.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'app':
      return `app:${state.apps.get(actor.appId)?.slug ?? actor.appId}`;
    case 'user':
      return accountOf(state, actor.accountId).login;
    case 'installation':
      return accountOf(state, actor.botId).login;
  }
}

function reaches(actor: Actor & { readonly kind: 'installation' }, repository: Repository): boolean {
  return (
    repository.ownerId === actor.accountId &&
    (actor.repositories === null || actor.repositories.includes(repository.id))
  );
}

export interface Need {
  /** What an App's token must hold: `issues`, … */
  readonly permission: string;
  readonly level: 'read' | 'write';
  /** What a person must be, beside being able to read. */
  readonly role?: RoleName;
  /** Only Apps may. The refusal's text for people. */
  readonly appsOnly?: string;
}

/** Lets the request pass or refuses it as GitHub does: 404 where existence is a secret, else 403. */
export function authorise(state: State, actor: Actor, repository: Repository, need: Need): void {
  authoriseSight(state, actor, repository, need);
  if (repository.archived && need.level === 'write')
    throw new Refusal(403, 'Repository was archived so is read-only.');
}

function authoriseSight(state: State, actor: Actor, repository: Repository, need: Need): void {
  const open = repository.visibility === 'public';
  if (actor.kind === 'app') throw new Refusal(401, 'A JSON web token could not be decoded');
  if (actor.kind === 'installation') {
    if (!reaches(actor, repository)) {
      if (!open) throw new Refusal(404, 'Not Found');
      if (need.level === 'write') throw new Refusal(403, 'Resource not accessible by integration');
      return;
    }
    const held = need.permission === 'metadata' ? 'read' : actor.permissions[need.permission];
    if (held === undefined || (need.level === 'write' && held === 'read'))
      throw new Refusal(403, 'Resource not accessible by integration', {
        headers: { 'x-accepted-github-permissions': `${need.permission}=${need.level}` },
      });
    return;
  }
  if (actor.kind === 'anonymous') {
    if (!open) throw new Refusal(404, 'Not Found');
    if (need.level === 'write' || need.role !== undefined) throw new Refusal(401, 'Requires authentication');
    return;
  }
  const { role } = roleOf(state, repository, accountOf(state, actor.accountId));
  if (role === 'none') throw new Refusal(404, 'Not Found');
  if (need.appsOnly !== undefined) throw new Refusal(403, need.appsOnly);
  if (need.role !== undefined && !atLeast(role, need.role))
    throw new Refusal(
      403,
      `Must have ${need.role === 'admin' ? 'admin rights to' : `${need.role} access to`} Repository.`,
    );
}

/** What an organisation shows: to Apps that hold the permission, and to its members. A stranger is told of nothing. */
export function authoriseOrganisation(
  state: State,
  actor: Actor,
  organisation: Account,
  permission: string,
): void {
  switch (actor.kind) {
    case 'anonymous':
      throw new Refusal(401, 'Requires authentication');
    case 'app':
      throw new Refusal(401, 'A JSON web token could not be decoded');
    case 'installation':
      if (actor.accountId !== organisation.id) throw new Refusal(404, 'Not Found');
      if (actor.permissions[permission] === undefined)
        throw new Refusal(403, 'Resource not accessible by integration', {
          headers: { 'x-accepted-github-permissions': `${permission}=read` },
        });
      return;
    case 'user':
      if (organisationOf(state, organisation.id).members.get(actor.accountId)?.state !== 'active')
        throw new Refusal(404, 'Not Found');
  }
}

/** Whether the actor counts as having this role: an App that passed `authorise` counts as `write`. */
export function hasRole(state: State, actor: Actor, repository: Repository, least: RoleName): boolean {
  if (actor.kind === 'installation') return atLeast('write', least);
  if (actor.kind !== 'user') return false;
  return atLeast(roleOf(state, repository, accountOf(state, actor.accountId)).role, least);
}
