/** The part of GitHub's GraphQL schema that the fake answers. A field that is not here is refused. */
import { nodeId } from '../node-id.ts';
import type { Json } from '../description.ts';
import { Refusal, authorise } from '../rights.ts';
import type { Call } from '../route.ts';
import { accountPage } from '../shapes/account.ts';
import { commentPage, issuePage } from '../shapes/issue.ts';
import { type Issue, type Repository, accountOf, fullName, present } from '../state.ts';
import { gitObject, gitTypes, refThing } from './git.ts';
import { findNode, findNodeOr, findRepository } from './lookup.ts';
import { type Fields, type Thing, connection, connectionFields, leaf, link, paging } from './thing.ts';

/** Null for an account that was deleted. */
function person(call: Call, id: number): Thing | null {
  const account = accountOf(call.state, id);
  return account.deleted ? null : { type: account.type, account };
}

function accountFields(type: 'User' | 'Bot' | 'Organization'): Fields {
  return {
    id: leaf(type, ({ account }) => nodeId(account.type, account.id)),
    databaseId: leaf(type, ({ account }) => account.id),
    // GraphQL names a bot without the suffix that REST shows.
    login: leaf(type, ({ account }) => account.login.replace(/\[bot\]$/, '')),
    url: leaf(type, ({ account }, call) => accountPage(call.state, account)),
    resourcePath: leaf(type, ({ account }, call) => new URL(accountPage(call.state, account)).pathname),
    avatarUrl: leaf(type, ({ account }) => `https://avatars.githubusercontent.com/u/${account.id}?v=4`),
  };
}

const actor: Fields = {
  login: { gives: null, resolve: () => null },
  url: { gives: null, resolve: () => null },
  resourcePath: { gives: null, resolve: () => null },
  avatarUrl: { gives: null, resolve: () => null },
};
const onlyId: Fields = { id: { gives: null, resolve: () => null } };

/** Interfaces: the fields that may be asked of them without a fragment, and who implements them. */
export const interfaces: Readonly<
  Record<string, { readonly fields: Fields; readonly types: readonly string[] }>
> = {
  Node: {
    fields: onlyId,
    types: [
      'Issue',
      'IssueComment',
      'Repository',
      'User',
      'Bot',
      'Organization',
      'Blob',
      'Commit',
      'Tag',
      'Tree',
      'Ref',
      'Label',
    ],
  },
  Actor: { fields: actor, types: ['User', 'Bot', 'Organization'] },
  RepositoryOwner: { fields: { ...actor, ...onlyId }, types: ['User', 'Organization'] },
  GitObject: {
    fields: { ...onlyId, oid: { gives: null, resolve: () => null } },
    types: ['Blob', 'Commit', 'Tag', 'Tree'],
  },
};

export const types: Readonly<Record<string, Fields>> = {
  Query: {
    node: link('Query', 'Node', (_, call, { id }) => findNode(call, id), ['id'], ['id']),
    nodes: link(
      'Query',
      'Node',
      (_, call, { ids }) => (Array.isArray(ids) ? ids.map((id: Json) => findNodeOr(call, id)) : null),
      ['ids'],
      ['ids'],
    ),
    repository: link(
      'Query',
      'Repository',
      (_, call, input) => findRepository(call, input),
      ['owner', 'name', 'followRenames'],
      ['owner', 'name'],
    ),
    rateLimit: link('Query', 'RateLimit', () => ({ type: 'RateLimit' })),
  },
  RateLimit: {
    limit: leaf('RateLimit', () => 5_000),
    cost: leaf('RateLimit', () => 1),
    remaining: leaf('RateLimit', () => 4_999),
    used: leaf('RateLimit', () => 1),
  },
  Issue: {
    id: leaf('Issue', ({ issue }) => nodeId('Issue', issue.id)),
    databaseId: leaf('Issue', ({ issue }) => narrowId(issue.id)),
    fullDatabaseId: leaf('Issue', ({ issue }) => String(issue.id)),
    number: leaf('Issue', ({ issue }) => issue.number),
    title: leaf('Issue', ({ issue }) => issue.title),
    body: leaf('Issue', ({ issue }) => issue.body ?? ''),
    closed: leaf('Issue', ({ issue }) => issue.state === 'closed'),
    closedAt: leaf('Issue', ({ issue }) => issue.closedAt),
    state: leaf('Issue', ({ issue }) => issue.state.toUpperCase()),
    stateReason: leaf('Issue', ({ issue }) => issue.stateReason?.toUpperCase() ?? null),
    locked: leaf('Issue', ({ issue }) => issue.locked),
    createdAt: leaf('Issue', ({ issue }) => issue.createdAt),
    updatedAt: leaf('Issue', ({ issue }) => issue.updatedAt),
    lastEditedAt: leaf('Issue', ({ issue }) => issue.lastEditedAt),
    includesCreatedEdit: leaf('Issue', ({ issue }) => issue.lastEditedAt !== null),
    url: leaf('Issue', ({ repository, issue }, call) => issuePage(call.state, repository, issue.number)),
    author: link('Issue', 'Actor', ({ issue }, call) => person(call, issue.authorId)),
    editor: link('Issue', 'Actor', ({ issue }, call) =>
      issue.editorId === null ? null : person(call, issue.editorId),
    ),
    repository: link('Issue', 'Repository', ({ repository }) => ({ type: 'Repository', repository })),
    labels: link(
      'Issue',
      'LabelConnection',
      ({ repository, issue }, _call, input) =>
        connection(
          'LabelConnection',
          issue.labels.map((name) => labelThing(repository, name)),
          input,
        ),
      paging,
    ),
    comments: link(
      'Issue',
      'IssueCommentConnection',
      ({ repository, issue }, _call, input) =>
        connection('IssueCommentConnection', commentThings(repository, issue), input),
      paging,
    ),
  },
  IssueComment: {
    id: leaf('IssueComment', ({ comment }) => nodeId('IssueComment', comment.id)),
    databaseId: leaf('IssueComment', ({ comment }) => narrowId(comment.id)),
    fullDatabaseId: leaf('IssueComment', ({ comment }) => String(comment.id)),
    body: leaf('IssueComment', ({ comment }) => comment.body),
    createdAt: leaf('IssueComment', ({ comment }) => comment.createdAt),
    updatedAt: leaf('IssueComment', ({ comment }) => comment.updatedAt),
    lastEditedAt: leaf('IssueComment', ({ comment }) => comment.lastEditedAt),
    includesCreatedEdit: leaf('IssueComment', ({ comment }) => comment.lastEditedAt !== null),
    isMinimized: leaf('IssueComment', ({ comment }) => comment.minimized),
    minimizedReason: leaf('IssueComment', ({ comment }) => (comment.minimized ? 'off-topic' : null)),
    url: leaf('IssueComment', ({ repository, comment }, call) =>
      commentPage(call.state, repository, comment),
    ),
    author: link('IssueComment', 'Actor', ({ comment }, call) => person(call, comment.authorId)),
    editor: link('IssueComment', 'Actor', ({ comment }, call) =>
      comment.editorId === null ? null : person(call, comment.editorId),
    ),
    repository: link('IssueComment', 'Repository', ({ repository }) => ({ type: 'Repository', repository })),
    issue: link('IssueComment', 'Issue', ({ repository, comment }) => ({
      type: 'Issue',
      repository,
      issue: present(repository.issues.get(comment.issueNumber), 'issue'),
    })),
  },
  Repository: {
    id: leaf('Repository', ({ repository }) => nodeId('Repository', repository.id)),
    databaseId: leaf('Repository', ({ repository }) => repository.id),
    name: leaf('Repository', ({ repository }) => repository.name),
    nameWithOwner: leaf('Repository', ({ repository }, call) => fullName(call.state, repository)),
    isPrivate: leaf('Repository', ({ repository }) => repository.visibility === 'private'),
    isArchived: leaf('Repository', ({ repository }) => repository.archived),
    hasIssuesEnabled: leaf('Repository', ({ repository }) => repository.hasIssues),
    url: leaf(
      'Repository',
      ({ repository }, call) => `${call.state.webUrl}/${fullName(call.state, repository)}`,
    ),
    owner: link('Repository', 'RepositoryOwner', ({ repository }, call) => person(call, repository.ownerId)),
    defaultBranchRef: link('Repository', 'Ref', ({ repository }, call) =>
      refThing(call, repository, `refs/heads/${repository.defaultBranch}`),
    ),
    ref: link(
      'Repository',
      'Ref',
      ({ repository }, call, { qualifiedName }) =>
        refThing(call, repository, typeof qualifiedName === 'string' ? qualifiedName : ''),
      ['qualifiedName'],
      ['qualifiedName'],
    ),
    object: link(
      'Repository',
      'GitObject',
      ({ repository }, call, input) => gitObject(call, repository, input),
      ['expression', 'oid'],
    ),
    issue: link(
      'Repository',
      'Issue',
      ({ repository }, call, { number }) => issueThing(call, repository, Number(number)),
      ['number'],
      ['number'],
    ),
  },
  ...gitTypes,
  User: accountFields('User'),
  Bot: accountFields('Bot'),
  Organization: accountFields('Organization'),
  Label: {
    id: leaf('Label', ({ id }) => nodeId('Label', id)),
    name: leaf('Label', ({ name }) => name),
    color: leaf('Label', () => 'ededed'),
  },
  LabelConnection: connectionFields('LabelConnection', 'Label'),
  IssueCommentConnection: connectionFields('IssueCommentConnection', 'IssueComment'),
  PageInfo: {
    hasNextPage: leaf('PageInfo', ({ more }) => more),
    hasPreviousPage: leaf('PageInfo', ({ more }) => more),
  },
};

/** GraphQL's `Int` has 32 bits; `fullDatabaseId` has the rest. */
function narrowId(id: number): number | null {
  return id < 2 ** 31 ? id : null;
}

function labelThing(repository: Repository, name: string): Thing {
  const label = present(repository.labels.get(name.toLowerCase()), `label ${name}`);
  return { type: 'Label', name: label.name, id: label.id };
}

function commentThings(repository: Repository, issue: Issue): readonly Thing[] {
  return [...repository.comments.values()]
    .filter((comment) => comment.issueNumber === issue.number)
    .map((comment) => ({ type: 'IssueComment', repository, comment }));
}

function issueThing(call: Call, repository: Repository, number: number): Thing {
  authorise(call.state, call.actor, repository, { permission: 'issues', level: 'read' });
  const issue = repository.issues.get(number);
  if (issue === undefined || issue.gone !== null)
    throw new Refusal(404, `Could not resolve to an Issue with the number of ${number}.`);
  return { type: 'Issue', repository, issue };
}
