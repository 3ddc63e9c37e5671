/** The part of GitHub's GraphQL schema that the fake answers. A field that is not here is refused. */
import { createHash } from 'node:crypto';
import type { Json } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { Refusal, authorise } from '../rights.ts';
import type { Call } from '../route.ts';
import { accountPage } from '../shapes/account.ts';
import { commentPage, issuePage } from '../shapes/issue.ts';
import {
  type Account,
  type Comment,
  type Commit,
  type Issue,
  type Repository,
  accountOf,
  commitAt,
  fullName,
  headOf,
  present,
} from '../state.ts';
import { findNode, findNodeOr, findRepository } from './lookup.ts';

/** An object of the graph: its concrete type, and what it stands for. */
export type Thing =
  | { readonly type: 'Query' }
  | { readonly type: 'Issue'; readonly repository: Repository; readonly issue: Issue }
  | { readonly type: 'IssueComment'; readonly repository: Repository; readonly comment: Comment }
  | { readonly type: 'Repository'; readonly repository: Repository }
  | { readonly type: 'User' | 'Bot' | 'Organization'; readonly account: Account }
  | { readonly type: 'Blob'; readonly text: string }
  | { readonly type: 'Commit'; readonly commit: Commit }
  | { readonly type: 'Ref'; readonly repository: Repository; readonly name: string }
  | { readonly type: 'Label'; readonly name: string; readonly id: number }
  | {
      readonly type: 'LabelConnection' | 'IssueCommentConnection';
      readonly things: readonly Thing[];
      readonly total: number;
    }
  | { readonly type: 'PageInfo'; readonly more: boolean }
  | { readonly type: 'RateLimit' };

export type Input = Readonly<Record<string, Json>>;
export type Answered = Json | Thing | readonly (Thing | Refusal)[] | undefined;

export interface Field {
  /** The static type of what it gives, or null for a leaf. */
  readonly gives: string | null;
  readonly input?: readonly string[];
  readonly required?: readonly string[];
  readonly resolve: (thing: Thing, input: Input, call: Call) => Answered;
}

export type Fields = Readonly<Record<string, Field>>;

/** A leaf of one concrete type. */
function leaf<Type extends Thing['type']>(
  type: Type,
  read: (thing: Extract<Thing, { readonly type: Type }>, call: Call) => Json,
): Field {
  return { gives: null, resolve: (thing, _input, call) => read(narrow(thing, type), call) };
}

function link<Type extends Thing['type']>(
  type: Type,
  gives: string,
  read: (thing: Extract<Thing, { readonly type: Type }>, call: Call, input: Input) => Answered,
  input: readonly string[] = [],
  required: readonly string[] = [],
): Field {
  return { gives, input, required, resolve: (thing, given, call) => read(narrow(thing, type), call, given) };
}

function isOf<Type extends Thing['type']>(
  thing: Thing,
  type: Type,
): thing is Extract<Thing, { readonly type: Type }> {
  return thing.type === type;
}

function narrow<Type extends Thing['type']>(
  thing: Thing,
  type: Type,
): Extract<Thing, { readonly type: Type }> {
  if (!isOf(thing, type)) throw new TypeError(`a ${thing.type} is no ${type}`);
  return thing;
}

function person(call: Call, id: number): Thing {
  const account = accountOf(call.state, id);
  return { type: account.type, account };
}

/** GitHub asks for `first` or `last`, from 1 to 100. */
function connection(
  type: 'LabelConnection' | 'IssueCommentConnection',
  all: readonly Thing[],
  input: Input,
): Thing {
  const { first, last } = input;
  const size = first ?? last;
  if (typeof size !== 'number')
    throw new Refusal(200, 'You must provide a `first` or `last` value to properly paginate.');
  if (size < 1 || size > 100) throw new Refusal(200, 'Requesting more than 100 records exceeds the limit.');
  return {
    type,
    total: all.length,
    things: typeof first === 'number' ? all.slice(0, size) : all.slice(Math.max(0, all.length - size)),
  };
}

const paging: readonly string[] = ['first', 'last', 'after', 'before', 'orderBy'];

function accountFields(type: 'User' | 'Bot' | 'Organization'): Fields {
  return {
    id: leaf(type, ({ account }) => nodeId(account.type, account.id)),
    databaseId: leaf(type, ({ account }) => account.id),
    // GraphQL names a bot without the suffix that REST shows.
    login: leaf(type, ({ account }) => account.login.replace(/\[bot\]$/, '')),
    url: leaf(type, ({ account }) => accountPage(account)),
    resourcePath: leaf(type, ({ account }) => new URL(accountPage(account)).pathname),
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
      'Ref',
      'Label',
    ],
  },
  Actor: { fields: actor, types: ['User', 'Bot', 'Organization'] },
  RepositoryOwner: { fields: { ...actor, ...onlyId }, types: ['User', 'Organization'] },
  GitObject: {
    fields: { ...onlyId, oid: { gives: null, resolve: () => null } },
    types: ['Blob', 'Commit'],
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
    isArchived: leaf('Repository', () => false),
    hasIssuesEnabled: leaf('Repository', ({ repository }) => repository.hasIssues),
    url: leaf(
      'Repository',
      ({ repository }, call) => `https://github.com/${fullName(call.state, repository)}`,
    ),
    owner: link('Repository', 'RepositoryOwner', ({ repository }, call) => person(call, repository.ownerId)),
    defaultBranchRef: link('Repository', 'Ref', ({ repository }) => ({
      type: 'Ref',
      repository,
      name: repository.defaultBranch,
    })),
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
  Ref: {
    id: leaf('Ref', ({ repository, name }) => nodeId('Repository', `${repository.id}:${name}`)),
    name: leaf('Ref', ({ name }) => name),
    target: link('Ref', 'GitObject', ({ repository }) => ({ type: 'Commit', commit: headOf(repository) })),
  },
  Blob: {
    id: leaf('Blob', ({ text }) => nodeId('Commit', blobOid(text))),
    oid: leaf('Blob', ({ text }) => blobOid(text)),
    text: leaf('Blob', ({ text }) => text),
    byteSize: leaf('Blob', ({ text }) => Buffer.byteLength(text)),
    isBinary: leaf('Blob', () => false),
    isTruncated: leaf('Blob', () => false),
  },
  Commit: {
    id: leaf('Commit', ({ commit }) => nodeId('Commit', commit.sha)),
    oid: leaf('Commit', ({ commit }) => commit.sha),
    message: leaf('Commit', ({ commit }) => commit.message),
    committedDate: leaf('Commit', ({ commit }) => commit.at),
  },
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

function connectionFields(type: 'LabelConnection' | 'IssueCommentConnection', of: string): Fields {
  return {
    totalCount: leaf(type, ({ total }) => total),
    nodes: link(type, of, ({ things }) => things),
    pageInfo: link(type, 'PageInfo', ({ things, total }) => ({
      type: 'PageInfo',
      more: things.length < total,
    })),
  };
}

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

/** `<ref>:<path>` is a file; a ref alone is a commit. */
function gitObject(call: Call, repository: Repository, input: Input): Thing | null {
  authorise(call.state, call.actor, repository, { permission: 'contents', level: 'read' });
  const { expression, oid } = input;
  const text = typeof expression === 'string' ? expression : oid;
  if (typeof text !== 'string') throw new Refusal(200, 'Argument expression or oid is required');
  const [ref = '', path] = text.split(/:(.*)/s);
  const commit = commitAt(repository, ref);
  if (commit === undefined) return null;
  if (path === undefined) return { type: 'Commit', commit };
  const file = commit.files.get(path);
  return file === undefined ? null : { type: 'Blob', text: file };
}

function blobOid(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}
