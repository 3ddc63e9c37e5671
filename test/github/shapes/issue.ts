import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import {
  type Comment,
  type Issue,
  type Label,
  type Repository,
  type State,
  accountOf,
  appOf,
  fullName,
  present,
} from '../state.ts';
import { integration, simpleUser } from './account.ts';

export function labelShape(state: State, repository: Repository, label: Label, base: string): JsonNode {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${base}/repos/${fullName(state, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: 'ededed',
    default: false,
    description: null,
  };
}

export function labelsOf(
  state: State,
  repository: Repository,
  issue: Issue,
  base: string,
): readonly JsonNode[] {
  return issue.labels.map((name) =>
    labelShape(state, repository, present(repository.labels.get(name.toLowerCase()), `label ${name}`), base),
  );
}

export function issueShape(state: State, repository: Repository, issue: Issue, base: string): JsonNode {
  const home = `${base}/repos/${fullName(state, repository)}`;
  const url = `${home}/issues/${issue.number}`;
  return {
    url,
    repository_url: home,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: issuePage(state, repository, issue.number),
    id: issue.id,
    node_id: nodeId('Issue', issue.id),
    number: issue.number,
    title: issue.title,
    user: simpleUser(state, accountOf(state, issue.authorId), base),
    labels: labelsOf(state, repository, issue, base),
    state: issue.state,
    state_reason: issue.stateReason,
    locked: issue.locked,
    active_lock_reason: null,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(state, repository, issue.authorId),
    reactions: reactions(`${url}/reactions`),
    body: issue.body,
    performed_via_github_app: issue.via === null ? null : integration(state, appOf(state, issue.via), base),
  };
}

/** Single issues also say who closed them. */
export function oneIssue(state: State, repository: Repository, issue: Issue, base: string): JsonNode {
  return {
    ...issueShape(state, repository, issue, base),
    closed_by: issue.closedBy === null ? null : simpleUser(state, accountOf(state, issue.closedBy), base),
  };
}

export function issuePage(state: State, repository: Repository, number: number): string {
  return `${state.webUrl}/${fullName(state, repository)}/issues/${number}`;
}

export function commentPage(state: State, repository: Repository, comment: Comment): string {
  return `${issuePage(state, repository, comment.issueNumber)}#issuecomment-${comment.id}`;
}

export function commentShape(state: State, repository: Repository, comment: Comment, base: string): JsonNode {
  const home = `${base}/repos/${fullName(state, repository)}/issues`;
  return {
    url: `${home}/comments/${comment.id}`,
    html_url: commentPage(state, repository, comment),
    issue_url: `${home}/${comment.issueNumber}`,
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    user: simpleUser(state, accountOf(state, comment.authorId), base),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    minimized: comment.minimized ? { reason: 'off-topic' } : null,
    author_association: associationOf(state, repository, comment.authorId),
    reactions: reactions(`${home}/comments/${comment.id}/reactions`),
    performed_via_github_app:
      comment.via === null ? null : integration(state, appOf(state, comment.via), base),
  };
}

/**
 * Membership of an organisation is private unless its owner shows it: whoever has rights through it alone
 * looks like a stranger here, or like one who once committed. The field decides nothing.
 */
function associationOf(state: State, repository: Repository, authorId: number): string {
  if (authorId === repository.ownerId) return 'OWNER';
  if (repository.roles.has(authorId)) return 'COLLABORATOR';
  const committed = [...repository.commits.values()].some((commit) => commit.authorId === authorId);
  return committed && !accountOf(state, authorId).deleted ? 'CONTRIBUTOR' : 'NONE';
}

function reactions(url: string): JsonNode {
  const counts = { '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 };
  return { url, total_count: 0, ...counts };
}
