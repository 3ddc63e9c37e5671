/** What the fake holds: plain data, so that a copy is a replica that is behind. Only this folder changes it. */
import type { Permissions, RoleName } from './world.ts';

export interface Account {
  readonly id: number;
  login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
  /** What it made stays, and shows as the ghost's. */
  deleted: boolean;
}

export interface Label {
  readonly id: number;
  readonly name: string;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly authorId: number;
  /** The App through which it was written, or null. */
  readonly via: number | null;
  readonly createdAt: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  closedAt: string | null;
  closedBy: number | null;
  locked: boolean;
  labels: string[];
  comments: number;
  updatedAt: string;
  lastEditedAt: string | null;
  editorId: number | null;
  /** An issue that is gone leaves its number: 410, or 301 to where it went. */
  gone: 'deleted' | { readonly repositoryId: number; readonly number: number } | null;
  /** Became a discussion: the issue stays, closed and locked, and takes no comment from anybody. */
  converted: boolean;
}

export interface Comment {
  readonly id: number;
  readonly issueNumber: number;
  readonly authorId: number;
  readonly via: number | null;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
  lastEditedAt: string | null;
  editorId: number | null;
  minimized: boolean;
}

export interface CheckRun {
  readonly id: number;
  readonly appId: number;
  readonly sha: string;
  name: string;
  externalId: string | null;
  detailsUrl: string | null;
  status: string;
  conclusion: string | null;
  startedAt: string | null;
  completedAt: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: number;
  actions: readonly { readonly label: string; readonly description: string; readonly identifier: string }[];
}

export interface Commit {
  readonly sha: string;
  readonly parent: string | null;
  readonly message: string;
  /** Null: an e-mail address that belongs to no account. */
  readonly authorId: number | null;
  readonly committerId: number | null;
  readonly coAuthorIds: readonly number[];
  readonly at: string;
  readonly files: ReadonlyMap<string, string>;
}

export interface Tag {
  readonly name: string;
  /** The commit. */
  readonly sha: string;
  /** Null for a lightweight tag. */
  readonly message: string | null;
}

export interface ActionsRun {
  readonly id: number;
  readonly number: number;
  readonly attempt: number;
  readonly path: string;
  readonly sha: string;
  readonly branch: string | null;
  readonly event: string;
  readonly actorId: number;
  readonly triggeringActorId: number;
  readonly createdAt: string;
  /** What `run-name` made of the inputs; null where the workflow has none. */
  readonly title: string | null;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  updatedAt: string;
}

export interface Deployment {
  readonly id: number;
  readonly environment: string;
  readonly sha: string;
  readonly creatorId: number;
  readonly description: string | null;
  readonly createdAt: string;
  readonly statuses: ReadonlyArray<{
    readonly id: number;
    readonly state: string;
    readonly creatorId: number;
    readonly description: string;
    readonly createdAt: string;
  }>;
}

/** A job of one attempt of an Actions run, with its steps in their order. */
export interface Job {
  readonly id: number;
  readonly runId: number;
  readonly attempt: number;
  readonly name: string;
  readonly conclusion: Ended;
  readonly at: string;
  readonly steps: readonly { readonly name: string; readonly conclusion: Ended }[];
}

export type Ended = 'success' | 'failure' | 'skipped' | 'timed_out';

/** An open Dependabot alert. */
export interface Alert {
  readonly number: number;
  readonly package: string;
  readonly ecosystem: string;
  readonly manifest: string;
  readonly severity: Severity;
  readonly ghsa: string;
  readonly summary: string;
  readonly vulnerable: string;
  readonly patched: string | null;
  readonly createdAt: string;
}

export type Severity = 'low' | 'medium' | 'high' | 'critical';

export interface Pull {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  /** Short names of branches of the same repository. */
  readonly head: string;
  readonly base: string;
  readonly authorId: number;
  readonly createdAt: string;
  merged: { readonly sha: string; readonly by: number; readonly at: string; readonly head: string } | null;
}

export interface Role {
  readonly role: RoleName;
  readonly roleName: string;
}

export interface Team {
  readonly id: number;
  readonly organisationId: number;
  name: string;
  slug: string;
  readonly parentId: number | null;
  readonly privacy: 'closed' | 'secret';
  readonly members: Map<
    number,
    { readonly role: 'member' | 'maintainer'; readonly state: 'active' | 'pending' }
  >;
  readonly createdAt: string;
}

export interface Organisation {
  readonly members: Map<number, { readonly role: 'member' | 'admin'; readonly state: 'active' | 'pending' }>;
  /** What every member may do in every repository, or null. */
  baseRole: RoleName | null;
}

export interface Repository {
  readonly id: number;
  ownerId: number;
  name: string;
  visibility: 'public' | 'private';
  readonly defaultBranch: string;
  /** Read-only for everybody. */
  archived: boolean;
  readonly hasIssues: boolean;
  readonly createdAt: string;
  nextNumber: number;
  readonly roles: Map<number, Role>;
  readonly teamRoles: Map<number, Role>;
  readonly labels: Map<string, Label>;
  readonly issues: Map<number, Issue>;
  readonly comments: Map<number, Comment>;
  readonly checkRuns: Map<number, CheckRun>;
  readonly commits: Map<string, Commit>;
  /** Short names. */
  readonly branches: Map<string, string>;
  readonly tags: Map<string, Tag>;
  readonly runs: Map<number, ActionsRun>;
  readonly pulls: Map<number, Pull>;
  /** Oldest first. */
  readonly deployments: Deployment[];
  readonly jobs: Job[];
  /** Oldest first. */
  readonly alerts: Alert[];
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly clientId: string;
  readonly ownerId: number;
  readonly botId: number;
  readonly publicKey: string;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly createdAt: string;
  webhookUrl: string | null;
  webhookSecret: string;
}

export interface Installation {
  readonly id: number;
  readonly appId: number;
  readonly accountId: number;
  permissions: Permissions;
  /** Repository ids, or null for all. */
  repositories: readonly number[] | null;
  readonly createdAt: string;
}

export type Token =
  /** `via`: the App through which the person acts, null for the person's own token. */
  | { readonly kind: 'user'; readonly accountId: number; readonly via: number | null }
  | {
      readonly kind: 'installation';
      readonly appId: number;
      /** Null for a job's token. */
      readonly installationId: number | null;
      readonly permissions: Permissions;
      readonly repositories: readonly number[] | null;
      /** Whose repositories `null` means. */
      readonly accountId: number;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
    };

/** github.com, a GitHub Enterprise Server, or a data residence on ghe.com. */
export type HostKind = 'github' | 'server' | 'residence';

export interface State {
  readonly host: HostKind;
  /** Where the pages are, without a slash at the end. */
  webUrl: string;
  nextId: number;
  nextSmallId: number;
  readonly accounts: Map<number, Account>;
  readonly organisations: Map<number, Organisation>;
  readonly teams: Map<number, Team>;
  readonly repositories: Map<number, Repository>;
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
  readonly tokens: Map<string, Token>;
  /** Names that repositories had, `acme/payments` in lower case, and whose they were last. */
  readonly formerNames: Map<string, number>;
}

/** Ids of issues, comments and runs are beyond 32 bits, as GitHub's are by now. */
export function emptyState(host: HostKind): State {
  return {
    host,
    webUrl: host === 'residence' ? 'https://acme-corp.ghe.com' : 'https://github.com',
    nextId: 4_300_000_001,
    nextSmallId: 81_000_000,
    accounts: new Map(),
    organisations: new Map(),
    teams: new Map(),
    repositories: new Map(),
    apps: new Map(),
    installations: new Map(),
    tokens: new Map(),
    formerNames: new Map(),
  };
}

export function takeId(state: State): number {
  state.nextId += 1;
  return state.nextId;
}

/** For accounts, repositories, Apps and installations, which are still within 32 bits. */
export function takeSmallId(state: State): number {
  state.nextSmallId += 1;
  return state.nextSmallId;
}

/** RFC 3339 in whole seconds, as GitHub writes. */
export function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function accountOf(state: State, id: number): Account {
  return present(state.accounts.get(id), `account ${id}`);
}

export function accountByLogin(state: State, login: string): Account | undefined {
  const name = login.toLowerCase();
  return [...state.accounts.values()].find(
    (account) => !account.deleted && account.login.toLowerCase() === name,
  );
}

export function appOf(state: State, id: number): App {
  return present(state.apps.get(id), `App ${id}`);
}

export function repositoryByName(state: State, owner: string, name: string): Repository | undefined {
  const ownerId = accountByLogin(state, owner)?.id;
  return [...state.repositories.values()].find(
    (repository) => repository.ownerId === ownerId && repository.name.toLowerCase() === name.toLowerCase(),
  );
}

export function findRepository(state: State, name: string): Repository {
  const [owner = '', short = ''] = name.split('/');
  return present(repositoryByName(state, owner, short), `repository ${name}`);
}

/** The repository that had this name before, when no other has it now. */
export function repositoryOnceNamed(state: State, owner: string, name: string): Repository | undefined {
  const id = state.formerNames.get(`${owner}/${name}`.toLowerCase());
  return id === undefined || repositoryByName(state, owner, name) !== undefined
    ? undefined
    : state.repositories.get(id);
}

export function fullName(state: State, repository: Repository): string {
  return `${accountOf(state, repository.ownerId).login}/${repository.name}`;
}

export function headOf(repository: Repository): Commit {
  const sha = repository.branches.get(repository.defaultBranch);
  return present(sha === undefined ? undefined : repository.commits.get(sha), 'newest commit');
}

/** `HEAD`, a branch, a tag or a commit's SHA. */
export function commitAt(repository: Repository, ref: string): Commit | undefined {
  const name = ref === 'HEAD' ? `refs/heads/${repository.defaultBranch}` : ref;
  return repository.commits.get(refNamed(repository, name)?.sha ?? ref);
}

/** A branch or a tag by its whole name (`refs/heads/main`), or by `heads/main`, `main`. */
export function refNamed(
  repository: Repository,
  name: string,
): { readonly ref: string; readonly sha: string } | undefined {
  const branch = name.replace(/^(?:refs\/)?heads\//, '');
  const tag = name.replace(/^(?:refs\/)?tags\//, '');
  // Where a short name stands for both, Git takes the tag.
  const tagged = name.includes('heads/') ? undefined : repository.tags.get(tag)?.sha;
  if (tagged !== undefined) return { ref: `refs/tags/${tag}`, sha: tagged };
  const sha = repository.branches.get(branch);
  return sha === undefined ? undefined : { ref: `refs/heads/${branch}`, sha };
}

/** For what must be there: its absence is a mistake of the test or of the fake. */
export function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the fake GitHub has no ${what}`);
  return value;
}
