/** An issue as it stands. Times are RFC 3339, in whole seconds. */
export interface IssueView {
  readonly id: number;
  readonly nodeId: string;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly stateReason: string | null;
  readonly locked: boolean;
  readonly labels: readonly string[];
  readonly author: string;
  readonly lastEditedAt: string | null;
  readonly url: string;
}

export interface CommentView {
  readonly id: number;
  readonly nodeId: string;
  readonly issueNumber: number;
  readonly body: string;
  readonly author: string;
  readonly authorId: number;
  readonly createdAt: string;
  readonly lastEditedAt: string | null;
  readonly url: string;
}

export interface CheckRunView {
  readonly id: number;
  readonly name: string;
  readonly sha: string;
  readonly externalId: string | null;
  readonly status: string;
  readonly conclusion: string | null;
  readonly detailsUrl: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
  readonly actions: number;
  /** The owning App's slug. */
  readonly app: string;
  readonly url: string;
}
