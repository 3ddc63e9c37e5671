/** What the graph consists of: objects, and the fields that read them. */
import type { Json } from '../description.ts';
import { Refusal } from '../rights.ts';
import type { Call } from '../route.ts';
import type { Account, Comment, Commit, Issue, Repository, Tag } from '../state.ts';

/** An object of the graph: its concrete type, and what it stands for. */
export type Thing =
  | { readonly type: 'Query' }
  | { readonly type: 'Issue'; readonly repository: Repository; readonly issue: Issue }
  | { readonly type: 'IssueComment'; readonly repository: Repository; readonly comment: Comment }
  | { readonly type: 'Repository'; readonly repository: Repository }
  | { readonly type: 'User' | 'Bot' | 'Organization'; readonly account: Account }
  | { readonly type: 'Blob'; readonly text: string }
  | { readonly type: 'Tree'; readonly oid: string }
  | { readonly type: 'Commit'; readonly commit: Commit; readonly repository: Repository }
  | { readonly type: 'Tag'; readonly tag: Tag; readonly repository: Repository }
  | { readonly type: 'Ref'; readonly repository: Repository; readonly ref: string; readonly sha: string }
  | { readonly type: 'GitActor'; readonly accountId: number | null; readonly at: string }
  | { readonly type: 'Label'; readonly name: string; readonly id: number }
  | {
      readonly type: ConnectionType;
      readonly things: readonly Thing[];
      readonly total: number;
    }
  | { readonly type: 'PageInfo'; readonly more: boolean }
  | { readonly type: 'RateLimit' };

export type ConnectionType = 'LabelConnection' | 'IssueCommentConnection' | 'GitActorConnection';
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

/** The types of the arguments that our fields take, as GitHub's schema has them. */
export const argumentTypes: Readonly<Record<string, string>> = {
  id: 'ID!',
  ids: '[ID!]!',
  owner: 'String!',
  name: 'String!',
  followRenames: 'Boolean',
  expression: 'String',
  oid: 'GitObjectID',
  qualifiedName: 'String!',
  number: 'Int!',
  first: 'Int',
  last: 'Int',
  after: 'String',
  before: 'String',
};

/** A leaf of one concrete type. */
export function leaf<Type extends Thing['type']>(
  type: Type,
  read: (thing: Extract<Thing, { readonly type: Type }>, call: Call) => Json,
): Field {
  return { gives: null, resolve: (thing, _input, call) => read(narrow(thing, type), call) };
}

export function link<Type extends Thing['type']>(
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

/** GitHub asks for `first` or `last`, from 1 to 100. */
export function connection(type: ConnectionType, all: readonly Thing[], input: Input): Thing {
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

export const paging: readonly string[] = ['first', 'last', 'after', 'before', 'orderBy'];

export function connectionFields(type: ConnectionType, of: string): Fields {
  return {
    totalCount: leaf(type, ({ total }) => total),
    nodes: link(type, of, ({ things }) => things),
    pageInfo: link(type, 'PageInfo', ({ things, total }) => ({
      type: 'PageInfo',
      more: things.length < total,
    })),
  };
}
