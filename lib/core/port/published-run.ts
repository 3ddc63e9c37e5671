import type { RepositoryRef } from '../proposal/proposal.ts';
import type { Result } from '../result.ts';
import type { Account } from '../run/event.ts';
import type { HostFault } from './runner-host.ts';

/** Which GitHub App made something, as GitHub itself names it. Its id is decimal. */
export interface AppRef {
  readonly id: string;
  readonly slug: string;
}

/** The proposal's issue as it stands now. All of its text is untrusted. */
export interface PublishedIssue {
  readonly id: string;
  readonly nodeId: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  /** Null where the account is gone. */
  readonly author: Account | null;
  /** GitHub's time of the issue. */
  readonly createdAt: string;
}

/** A comment as it stands now. A body that can't be shown is empty. */
export interface PublishedComment {
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  readonly body: string;
  /** Null where the account is gone. */
  readonly author: Account | null;
  /** The App that wrote it as itself, or through which a person did; null for a person's own. */
  readonly app: AppRef | null;
  /** Whether its author is a bot: with `app`, that the App wrote it as itself. */
  readonly byBot: boolean;
  readonly createdAt: string;
}

/** A check run that is named as ours, whoever made it: only `app` tells whose it is. */
export interface PublishedCheckRun {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  /** Commit that it stands on. */
  readonly sha: string;
  /** As its maker wrote it; ours is the proposal's hash, of a part with its number behind. */
  readonly externalId: string;
  /** Null where GitHub names no App. */
  readonly app: AppRef | null;
  /** GitHub's word for how it ended, null while it goes on. */
  readonly conclusion: string | null;
  /** `output.text` as it stands: the signed head, and packed entries. Empty where there is none. */
  readonly text: string;
}

/**
 * One run as GitHub shows it to anyone who may read the repository. Nothing here is checked or chosen:
 * the verifier and the rebuild do that. `complete` is false where a list was longer than is read.
 */
export interface PublishedRun {
  readonly repository: RepositoryRef;
  readonly issue: PublishedIssue;
  /** In GitHub's order, ascending by id. */
  readonly comments: { readonly all: readonly PublishedComment[]; readonly complete: boolean };
  /** On the proposal's commit; empty where the body names none, or where GitHub keeps none any more. */
  readonly checkRuns: { readonly all: readonly PublishedCheckRun[]; readonly complete: boolean };
}

/** Reads a run back from GitHub, without the App and without writing anything. */
export interface PublishedRunReader {
  /** `repository` is `owner/name`. A missing issue is `unreadable` with the status 404. */
  read(question: {
    readonly repository: string;
    readonly issueNumber: number;
  }): Promise<Result<PublishedRun, HostFault>>;
}
