import type { Observed } from '../action/compare-precondition.ts';
import type { PermissionNeed } from '../action/permission-need.ts';
import type { Precondition } from '../action/precondition.ts';
import type { PolicySources, PolicyText } from '../policy/policy.ts';
import type { RepositoryRef, Role } from '../proposal/proposal.ts';
import type { Result } from '../result.ts';
import type { Account } from '../run/event.ts';
import type { Conclusion } from '../run/state.ts';
import type { ActionsRun, HostFault } from './runner-host.ts';

/** What GitHub says of one account's right on one repository, the highest of all grants. */
export interface Permission {
  readonly account: Account;
  /** `User`, `Bot` or `Organization`. Only a `User` may decide. */
  readonly type: string;
  /** The strongest built-in role that the right amounts to; `none` when there is no right. */
  readonly role: Role | 'none';
  /** The role's own name: a built-in one's, or an organisation's own. A rule can name the latter. */
  readonly roleName: string;
}

/**
 * What GitHub says of a person and a team. A member of a child team is a member. `unreadable`: GitHub does not
 * show us the team, or there is none of that name; nobody may take that for a yes or a no.
 */
export type TeamStanding = 'member' | 'not_member' | 'unreadable';

/** A comment as it stands now. `null` in its place: it can no longer be read. */
export interface CommentNow {
  readonly nodeId: string;
  readonly body: string;
  readonly authorId: string | null;
  /** GitHub's time of the last edit, null when it was never edited. */
  readonly lastEditedAt: string | null;
  /** Whether somebody hid it (“minimized”). It still stands there, word by word. */
  readonly hidden: boolean;
}

/** The proposal's issue, the comments asked for, and the policy files that apply. One request. */
export interface Thread {
  readonly issue: {
    readonly title: string;
    readonly body: string;
    readonly open: boolean;
    readonly locked: boolean;
    readonly repositoryId: string;
    readonly labels: readonly string[];
    /** GitHub's time of the last edit of the text, null when it was never edited. Edits of the title are not told. */
    readonly lastEditedAt: string | null;
  } | null;
  readonly comments: readonly (CommentNow | null)[];
  /** Numeric id of the repository that the asked name leads to now. A name can be given to another one. */
  readonly repositoryId: string;
  /** Whether anybody can read that repository now. One that is internal to an enterprise is not public. */
  readonly isPublic: boolean;
  readonly policy: PolicySources;
}

/** A repository as it stands now, and the policy files that apply to it. Following its name, it may be another one. */
export interface SeenTarget {
  readonly repository: RepositoryRef;
  readonly archived: boolean;
  readonly policy: PolicySources;
}

/** What a check run shows: a line, the page below it, and the audit’s text. GitHub takes 65,535 characters of page and text each. */
export interface CheckRunOutput {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** A button of a check run. GitHub takes three of them, and 20, 40 and 20 characters. */
export interface CheckRunAction {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

/** Where something was published. */
export interface Published {
  readonly id: string;
  readonly url: string;
}

/** A comment as a list tells it. What was edited reads like what was not: `lastEditedAt` is in `thread` only. */
export interface FoundComment {
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  /** 0 where GitHub names no issue. */
  readonly issueNumber: number;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null for an account that was deleted. */
  readonly author: { readonly id: string; readonly login: string; readonly type: string } | null;
  /** Whether an App posted it, for itself or for the person. */
  readonly throughApp: boolean;
}

/** What the App asks of GitHub, for one installation. Writes are sent once; nothing here retries a write. */
export interface AppHost {
  /**
   * Which of these permissions the App's token does not carry. No request where it carries them all; a new token is
   * asked for before one is called missing. What nobody can tell is not missing: the request itself is refused then.
   */
  lacking(needs: readonly PermissionNeed[]): Promise<Result<readonly PermissionNeed[], HostFault>>;
  actionsRun(question: {
    readonly repository: string;
    readonly runId: string;
  }): Promise<Result<ActionsRun, HostFault>>;
  /** Read afresh at each call. An unknown login answers with `none`. */
  permissionOf(question: {
    readonly repository: string;
    readonly login: string;
  }): Promise<Result<Permission, HostFault>>;
  /** People with a right on the repository, at most 100; `complete` is false when there are more. */
  collaborators(question: {
    readonly repository: string;
  }): Promise<Result<{ readonly people: readonly Permission[]; readonly complete: boolean }, HostFault>>;
  /**
   * Whether a person is an active member of a team, child teams included. Read afresh at each call, and needs
   * the organisation permission `members: read`. An invitation that was not accepted is no membership.
   */
  teamMembership(question: {
    /** `org/slug`. */
    readonly team: string;
    readonly login: string;
  }): Promise<Result<TeamStanding, HostFault>>;
  /** A team's active members, at most 100, child teams included; `complete` is false when there are more. */
  teamMembers(question: {
    /** `org/slug`. */
    readonly team: string;
  }): Promise<
    Result<
      | { readonly people: readonly Pick<Permission, 'account' | 'type'>[]; readonly complete: boolean }
      | 'unreadable',
      HostFault
    >
  >;
  thread(question: {
    readonly repository: string;
    readonly issueNodeId: string;
    readonly commentNodeIds: readonly string[];
  }): Promise<Result<Thread, HostFault>>;
  /**
   * What a precondition's subjects read as now, in one request. A subject that is gone is null; one that could
   * not be read makes the whole answer a fault.
   */
  observe(question: {
    readonly repository: string;
    readonly precondition: Precondition;
  }): Promise<Result<Observed, HostFault>>;
  /** The repository that a name leads to now; null where the installation sees none. One request. */
  target(question: { readonly repository: string }): Promise<Result<SeenTarget | null, HostFault>>;
  /** The policy file of a repository at two commits, and its organisation's as it is now. One request. */
  policyChange(question: {
    readonly repository: string;
    /** Null: the branch was made just now. */
    readonly before: string | null;
    readonly after: string;
  }): Promise<
    Result<
      {
        readonly before: PolicyText | null;
        readonly after: PolicyText | null;
        readonly organisation: PolicyText | null;
      },
      HostFault
    >
  >;
  createCheckRun(checkRun: {
    readonly repository: string;
    readonly name: string;
    readonly sha: string;
    readonly externalId: string;
    readonly detailsUrl: string;
    readonly conclusion: Conclusion;
    readonly output: CheckRunOutput;
    readonly actions: readonly CheckRunAction[];
  }): Promise<Result<Published, HostFault>>;
  /** What is not among `actions` any more is taken away. */
  updateCheckRun(checkRun: {
    readonly repository: string;
    readonly id: string;
    readonly conclusion: Conclusion;
    readonly output: CheckRunOutput;
    readonly actions: readonly CheckRunAction[];
  }): Promise<Result<Published, HostFault>>;
  /** Our own check run with this external id on a commit, or null. Never one of another App. */
  findCheckRun(question: {
    readonly repository: string;
    readonly name: string;
    readonly sha: string;
    readonly externalId: string;
  }): Promise<Result<Published | null, HostFault>>;
  comment(comment: {
    readonly repository: string;
    readonly issueNumber: number;
    readonly body: string;
  }): Promise<Result<Published, HostFault>>;
  /** Our own comment that ends with this marker line, newest first back to `since`, or null. May miss one of the last seconds. */
  findComment(question: {
    readonly repository: string;
    readonly issueNumber: number;
    readonly marker: string;
    readonly since: string;
  }): Promise<Result<Published | null, HostFault>>;
  /**
   * Comments on any issue of the repository that were made or changed at `since` or later, the earliest
   * change first, a hundred a page. May miss those of the last seconds; `readAt` is GitHub's own time.
   */
  commentsSince(question: {
    readonly repository: string;
    readonly since: string;
    readonly page: number;
  }): Promise<
    Result<
      { readonly comments: readonly FoundComment[]; readonly more: boolean; readonly readAt: string },
      HostFault
    >
  >;
  /** Sets the whole list of labels; give the union with the people's own. */
  updateIssue(issue: {
    readonly repository: string;
    readonly issueNumber: number;
    readonly labels: readonly string[];
    readonly close: 'completed' | 'not_planned' | null;
  }): Promise<Result<Published, HostFault>>;
}

/** GitHub as the App sees it, one host for each installation. */
export interface AppHosts {
  /** Decimal installation id. Mints or reuses a token; one throttle queue each, so that no tenant delays another. */
  installation(id: string): Promise<AppHost>;
}
