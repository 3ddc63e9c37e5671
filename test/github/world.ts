import type { Alert, Job } from './state.ts';
import type { CheckRunView, CommentView, IssueView } from './views.ts';

export type RoleName = 'read' | 'triage' | 'write' | 'maintain' | 'admin';
export type Permissions = Readonly<Record<string, 'read' | 'write' | 'admin'>>;

export interface UserView {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

export interface RepositoryView {
  readonly id: number;
  readonly ownerId: number;
  /** `acme/payments`. */
  readonly fullName: string;
  readonly visibility: 'public' | 'private';
  readonly defaultBranch: string;
  /** The newest commit of the default branch. */
  readonly headSha: string;
}

export interface AppView {
  readonly id: number;
  readonly slug: string;
  /** PKCS#1 PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly bot: UserView;
}

export interface ActionsRunView {
  readonly id: number;
  readonly attempt: number;
  readonly path: string;
  readonly sha: string;
  readonly event: string;
}

export interface CommitGiven {
  readonly repository: string;
  readonly path: string;
  /** A file whose first 8,000 bytes hold NUL is binary to GitHub, one beyond 512,000 bytes is given shortened. */
  readonly text: string | null;
  /** Default: the default branch. A branch that is not there starts from it. */
  readonly branch?: string;
  /** Default: the owner. Null: an e-mail address that belongs to no account. */
  readonly author?: string | null;
  /** Default: the author. What is merged on the website is committed by `web-flow`. */
  readonly committer?: string | null;
  /** Who `Co-authored-by` names. */
  readonly coAuthors?: readonly string[];
  readonly message?: string;
  /** Who pushed it, as the webhook says. Default: the author, or the owner. */
  readonly pusher?: string;
  /** The id that git gave it, where it stands for a commit of a real clone. */
  readonly sha?: string;
}

/** Builds the world, and looks at it. Ids are given, or counted up from a fixed number. */
export interface World {
  user(user: {
    readonly login: string;
    readonly id?: number;
    readonly type?: 'User' | 'Bot' | 'Organization';
  }): UserView;
  /** A deployment of a commit, the newest of its environment, with all that was said of it, oldest first. */
  deployment(deployment: {
    readonly repository: string;
    readonly environment: string;
    readonly sha: string;
    readonly creator: string;
    readonly states: ReadonlyArray<'pending' | 'success' | 'failure' | 'inactive'>;
    readonly description?: string;
  }): void;
  /** A repository with one commit. Its owner is made an organisation when there is none of that name. */
  repository(repository: {
    readonly fullName: string;
    readonly id?: number;
    readonly ownerId?: number;
    readonly visibility?: 'public' | 'private';
    readonly defaultBranch?: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly hasIssues?: boolean;
  }): RepositoryView;
  repositoryNow(fullName: string): RepositoryView;
  /** Makes a repository public, or private again. Only an owner can, and no App is told of it by an issue's event. */
  show(repository: { readonly repository: string; readonly visibility: 'public' | 'private' }): void;
  /** Gives a role, also a custom one (`roleName` over the base role), or takes it (`null`). */
  grant(grant: {
    readonly repository: string;
    readonly login: string;
    readonly role: RoleName | null;
    readonly roleName?: string;
  }): void;
  /** Makes somebody a member or an owner of an organisation, or takes them out of it and its teams (`null`). */
  organisationMember(member: {
    readonly organisation: string;
    readonly login: string;
    readonly role: 'member' | 'owner' | null;
    readonly state?: 'active' | 'pending';
  }): void;
  /** What every member of the organisation may do in all its repositories, or nothing (`null`, as at first). */
  baseRole(base: { readonly organisation: string; readonly role: RoleName | null }): void;
  /**
   * Makes a team, `acme/sre`, below a parent if one is given, and its people members of the organisation.
   * `pending` ones were invited and have not accepted. An App sees it with `members: read` only. Gives its id.
   */
  team(team: {
    readonly team: string;
    readonly name?: string;
    readonly parent?: string;
    readonly privacy?: 'closed' | 'secret';
    readonly members?: readonly string[];
    readonly pending?: readonly string[];
  }): number;
  /** Takes somebody into a team, invites them, or takes them out (`null`). */
  teamMember(member: {
    readonly team: string;
    readonly login: string;
    readonly state: 'active' | 'pending' | null;
    readonly role?: 'member' | 'maintainer';
  }): void;
  /** Gives a team, and those below it, a role in a repository, or takes it (`null`). */
  teamGrant(grant: {
    readonly team: string;
    readonly repository: string;
    readonly role: RoleName | null;
    readonly roleName?: string;
  }): void;
  /** The slug changes with the name, and nothing leads from the old one. */
  renameTeam(rename: { readonly team: string; readonly to: string }): void;
  deleteTeam(team: string): void;
  /** Changes what an installation may do from the next token on, as an owner who accepts or takes back permissions. */
  permit(permit: { readonly installation: number; readonly permissions: Permissions }): void;
  /** Changes which repositories of its account an installation reaches, `null` for all, as an owner does. */
  reach(reach: { readonly installation: number; readonly repositories: readonly string[] | null }): void;
  /** `webhookUrl` may be set later with `listen`. */
  app(app: {
    readonly slug: string;
    readonly id?: number;
    readonly permissions: Permissions;
    readonly events?: readonly string[];
    readonly webhookUrl?: string;
    readonly webhookSecret?: string;
  }): AppView;
  /** Where an App's webhooks go from now on. */
  listen(app: string, url: string): void;
  /** Installs an App on an account; permissions are the App's own unless narrowed. Gives the installation's id. */
  install(installation: {
    readonly app: string;
    readonly account: string;
    readonly id?: number;
    readonly permissions?: Permissions;
    readonly repositories?: readonly string[];
  }): number;
  /** A personal access token with the `repo` and `workflow` scopes. */
  token(login: string): string;
  /** A person's token given to an App: what it does is the person's, and marked with the App. */
  userToken(grant: { readonly app: string; readonly login: string }): string;
  /** A `GITHUB_TOKEN` of a job: acts as github-actions[bot] (41898282) in this repository alone. */
  jobToken(job: { readonly repository: string; readonly permissions: Permissions }): string;
  /** What `GET …/actions/runs/{id}` will say. Same id again: a new attempt. */
  actionsRun(run: {
    readonly repository: string;
    readonly id?: number;
    readonly attempt?: number;
    /** `.github/workflows/countersign.yml` */
    readonly path: string;
    /** Default: the default branch's newest commit. */
    readonly sha?: string;
    readonly branch?: string;
    readonly event?: string;
    readonly actor: string;
    /** Default: the actor. */
    readonly triggeringActor?: string;
    /** The run's name, where the workflow gives it one. */
    readonly title?: string;
  }): ActionsRunView;
  /** What the jobs of one attempt of an Actions run came to. */
  jobs(told: {
    readonly repository: string;
    readonly run: number;
    readonly attempt: number;
    readonly jobs: ReadonlyArray<Pick<Job, 'name' | 'conclusion' | 'steps'>>;
  }): void;
  /** An alert of Dependabot's, the newest. */
  dependabotAlert(alert: { readonly repository: string } & Omit<Alert, 'number' | 'createdAt'>): void;
  /** Takes an Actions run on, as runners do. A completed one ends with `success` unless another end is given. */
  progress(run: {
    readonly repository: string;
    readonly id: number;
    readonly status: 'queued' | 'in_progress' | 'completed';
    readonly conclusion?: string;
  }): void;
  /** Opens a pull request from a branch of the same repository into another (default: the default branch). Gives its number. */
  pull(pull: {
    readonly repository: string;
    readonly head: string;
    readonly base?: string;
    readonly title?: string;
    readonly author: string;
  }): number;
  isMerged(repository: string, number: number): boolean;
  /** Every Actions run, oldest first. */
  actionsRuns(repository: string): readonly ActionsRunView[];
  /**
   * Writes a file (or removes it, with null): one commit on top of the branch. Gives its SHA. Apps that hear
   * of pushes are told, from this moment on (`hooks.idle()`).
   */
  commit(commit: CommitGiven): string;
  /** Puts a branch on a commit, as a forced push does, or deletes it (`null`). */
  branch(branch: { readonly repository: string; readonly name: string; readonly sha: string | null }): void;
  /** Puts a tag on a commit (default: the default branch's newest): annotated when a message is given. */
  tag(tag: {
    readonly repository: string;
    readonly name: string;
    readonly sha?: string;
    readonly message?: string;
  }): void;
  rename(rename: { readonly login: string; readonly to: string }): void;
  /** The login is free, rights and tokens are gone; what the person wrote stays, as the ghost's. */
  deleteUser(login: string): void;
  issue(repository: string, number: number): IssueView;
  issues(repository: string): readonly IssueView[];
  comments(repository: string, number: number): readonly CommentView[];
  /** GitHub sets a comment's `updated_at` to now though nobody changed the text. No webhook tells of it. */
  touchComment(repository: string, commentId: number): void;
  checkRuns(repository: string): readonly CheckRunView[];
  /** Takes all check runs away, as GitHub does some 400 days after they were made. */
  deleteCheckRuns(repository: string): void;
  /** What this person does on the website, by the same rules. Refused deeds reject with the status in the message. */
  as(login: string): Person;
}

/** Each deed resolves when the webhooks it caused were answered (held ones aside). */
export interface Person {
  openIssue(issue: {
    readonly repository: string;
    readonly title: string;
    readonly body: string;
    readonly labels?: readonly string[];
  }): Promise<IssueView>;
  comment(repository: string, number: number, body: string): Promise<CommentView>;
  editComment(repository: string, commentId: number, body: string): Promise<CommentView>;
  deleteComment(repository: string, commentId: number): Promise<void>;
  minimizeComment(repository: string, commentId: number): Promise<void>;
  editIssue(
    repository: string,
    number: number,
    change: { readonly title?: string; readonly body?: string },
  ): Promise<IssueView>;
  closeIssue(repository: string, number: number, reason?: 'completed' | 'not_planned'): Promise<IssueView>;
  reopenIssue(repository: string, number: number): Promise<IssueView>;
  lockIssue(repository: string, number: number): Promise<void>;
  unlockIssue(repository: string, number: number): Promise<void>;
  label(repository: string, number: number, labels: readonly string[]): Promise<void>;
  unlabel(repository: string, number: number, label: string): Promise<void>;
  deleteIssue(repository: string, number: number): Promise<void>;
  /** To another repository of the same owner; write in both. Gives the issue's number there. */
  transferIssue(repository: string, number: number, to: string): Promise<number>;
  /** Into a discussion: the issue stays, closed and locked, and nobody comments on it any more. */
  convertIssue(repository: string, number: number): Promise<void>;
  /** Changes nothing, and is told. */
  pinIssue(repository: string, number: number): Promise<void>;
  /** Makes a repository read-only for everybody, or writable again: an admin's deed. */
  archiveRepository(repository: string, archived?: boolean): Promise<void>;
  /** Nothing leads from its name any more: an admin's deed. */
  deleteRepository(repository: string): Promise<void>;
  /** An admin's deed. The old name leads on, until another repository takes it. */
  renameRepository(repository: string, to: string): Promise<void>;
  /** To another account: the id stays, the installation's reach ends. Gives the new full name. */
  transferRepository(repository: string, newOwner: string): Promise<string>;
  /** One commit by this person; write and more. Apps that hear of pushes are told. Gives its SHA. */
  push(push: Pick<CommitGiven, 'repository' | 'path' | 'text' | 'branch' | 'message'>): Promise<string>;
  /**
   * Presses a button of a check run, by the action's identifier. GitHub tells the owning App alone, and does
   * not say who may press: a reader's press arrives. Refused when the page has no such button now, unless the
   * person looks at a page `of before`.
   */
  press(repository: string, checkRunId: number, identifier: string, page?: 'of before'): Promise<void>;
  /** "Re-run" on a completed check run: the owning App is asked, and the run stays as it is. Write and more. */
  rerequest(repository: string, checkRunId: number): Promise<void>;
  /** Starts a workflow by hand. Gives the Actions run. */
  dispatch(
    repository: string,
    workflow: string,
    inputs?: Readonly<Record<string, string>>,
  ): Promise<ActionsRunView>;
}
