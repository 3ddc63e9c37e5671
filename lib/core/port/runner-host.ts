import type { PolicySources } from '../policy/policy.ts';
import type { RepositoryRef } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Account } from '../run/event.ts';
import type { Result } from '../result.ts';

/** A repository as GitHub tells of it. */
export interface SeenRepository extends RepositoryRef {
  /** Whether anybody can read it. One that is internal to an enterprise is not public. */
  readonly isPublic: boolean;
}

/** What GitHub says of an Actions run. Ids are decimal strings. */
export interface ActionsRun {
  readonly id: string;
  readonly attempt: number;
  /** `.github/workflows/file.yml`. */
  readonly path: string;
  readonly sha: string;
  readonly branch: string | null;
  readonly event: string;
  readonly actor: Account;
  readonly triggeringActor: Account;
  readonly repository: SeenRepository;
  /** GitHub's own time of this answer (its `Date` header), RFC 3339: the runner's clock decides nothing. */
  readonly readAt: string;
}

/** An issue as it stands. */
export interface Issue {
  readonly id: string;
  readonly nodeId: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
  readonly author: Account;
}

/** GitHub could not be asked, or did not do it. `ambiguous` means that a write may have landed. */
export interface HostFault {
  readonly code: 'unreadable' | 'refused' | 'ambiguous';
  readonly status: number | null;
  /** In our own words, without the answer's text. */
  readonly what: string;
  /** For a request that met a rate limit, which GitHub then did not do: when it may be sent again. */
  readonly retryAfterMs?: number;
  /** Why a write was refused, where that is more than that it was. */
  readonly refusal?: RefusalCode;
}

/** What the runner asks of GitHub. It may read, and open one issue. */
export interface RunnerHost {
  actionsRun(question: {
    readonly repository: string;
    readonly runId: string;
  }): Promise<Result<ActionsRun, HostFault>>;
  /**
   * The policy files that apply to a repository, as far as the token sees them, and with them the repository that
   * `target` names, by the name that it has now: null where none is named, or none is to be seen. One request.
   */
  policies(question: {
    readonly repository: string;
    readonly target: string | null;
  }): Promise<Result<PolicySources & { readonly target: SeenRepository | null }, HostFault>>;
  /** Open issues with the label `countersign`, newest first, at most 100. May miss one of the last seconds. */
  openProposals(question: { readonly repository: string }): Promise<Result<readonly Issue[], HostFault>>;
  /** Sends once, never again by itself. */
  openIssue(issue: {
    readonly repository: string;
    readonly title: string;
    readonly body: string;
    readonly labels: readonly string[];
  }): Promise<Result<Issue, HostFault>>;
}
