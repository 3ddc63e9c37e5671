import { nodeId } from './node-id.ts';
import { ghost } from './shapes/account.ts';
import { checkRunPage } from './shapes/check-run.ts';
import { commentPage, issuePage } from './shapes/issue.ts';
import {
  type CheckRun,
  type Comment,
  type Issue,
  type Repository,
  type State,
  accountOf,
  appOf,
} from './state.ts';

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
  /** The buttons, as the App gave them. */
  readonly actions: readonly {
    readonly label: string;
    readonly description: string;
    readonly identifier: string;
  }[];
  /** The owning App's slug. */
  readonly app: string;
  readonly url: string;
}

function loginOf(state: State, id: number): string {
  const account = accountOf(state, id);
  return account.deleted ? ghost.login : account.login;
}

export function issueView(state: State, repository: Repository, issue: Issue): IssueView {
  return {
    id: issue.id,
    nodeId: nodeId('Issue', issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body ?? '',
    state: issue.state,
    stateReason: issue.stateReason,
    locked: issue.locked,
    labels: [...issue.labels],
    author: loginOf(state, issue.authorId),
    lastEditedAt: issue.lastEditedAt,
    url: issuePage(state, repository, issue.number),
  };
}

export function commentView(state: State, repository: Repository, comment: Comment): CommentView {
  return {
    id: comment.id,
    nodeId: nodeId('IssueComment', comment.id),
    issueNumber: comment.issueNumber,
    body: comment.body,
    author: loginOf(state, comment.authorId),
    authorId: comment.authorId,
    createdAt: comment.createdAt,
    lastEditedAt: comment.lastEditedAt,
    url: commentPage(state, repository, comment),
  };
}

export function checkRunView(state: State, repository: Repository, run: CheckRun): CheckRunView {
  return {
    id: run.id,
    name: run.name,
    sha: run.sha,
    externalId: run.externalId,
    status: run.status,
    conclusion: run.conclusion,
    detailsUrl: run.detailsUrl ?? '',
    title: run.title,
    summary: run.summary,
    text: run.text,
    actions: run.actions,
    app: appOf(state, run.appId).slug,
    url: checkRunPage(state, repository, run),
  };
}
