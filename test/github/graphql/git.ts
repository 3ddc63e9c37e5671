/** Git objects in the graph: refs, commits with their authors, annotated tags, files and folders. */
import { createHash } from 'node:crypto';
import { nodeId } from '../node-id.ts';
import { Refusal, authorise } from '../rights.ts';
import type { Call } from '../route.ts';
import { type Repository, accountOf, commitAt, fullName, present, refNamed } from '../state.ts';
import {
  type Fields,
  type Input,
  type Thing,
  connection,
  connectionFields,
  leaf,
  link,
  paging,
} from './thing.ts';

/** GitHub gives at most so many bytes of a file's text. */
const maxTextBytes = 512_000;
/** Git itself looks at so many bytes to tell a binary file. */
const looksAt = 8_000;

export const gitTypes: Readonly<Record<string, Fields>> = {
  Ref: {
    id: leaf('Ref', ({ repository, ref }) => nodeId('Repository', `${repository.id}:${ref}`)),
    name: leaf('Ref', ({ ref }) => ref.split('/').slice(2).join('/')),
    prefix: leaf('Ref', ({ ref }) => `${ref.split('/').slice(0, 2).join('/')}/`),
    target: link('Ref', 'GitObject', ({ repository, ref, sha }) => targetOf(repository, ref, sha)),
  },
  Blob: {
    id: leaf('Blob', ({ text }) => nodeId('Commit', blobOid(text))),
    oid: leaf('Blob', ({ text }) => blobOid(text)),
    text: leaf('Blob', ({ text }) => (isBinary(text) ? null : shortened(text))),
    byteSize: leaf('Blob', ({ text }) => Buffer.byteLength(text)),
    isBinary: leaf('Blob', ({ text }) => isBinary(text)),
    isTruncated: leaf('Blob', ({ text }) => Buffer.byteLength(text) > maxTextBytes),
  },
  Tree: {
    id: leaf('Tree', ({ oid }) => nodeId('Commit', oid)),
    oid: leaf('Tree', ({ oid }) => oid),
  },
  Tag: {
    id: leaf('Tag', ({ tag }) => nodeId('Commit', tagOid(tag))),
    oid: leaf('Tag', ({ tag }) => tagOid(tag)),
    name: leaf('Tag', ({ tag }) => tag.name),
    message: leaf('Tag', ({ tag }) => tag.message),
    target: link('Tag', 'GitObject', ({ tag, repository }) => commitThing(repository, tag.sha)),
  },
  Commit: {
    id: leaf('Commit', ({ commit }) => nodeId('Commit', commit.sha)),
    oid: leaf('Commit', ({ commit }) => commit.sha),
    message: leaf('Commit', ({ commit }) => commit.message),
    committedDate: leaf('Commit', ({ commit }) => commit.at),
    authoredDate: leaf('Commit', ({ commit }) => commit.at),
    url: leaf(
      'Commit',
      ({ commit, repository }, call) =>
        `${call.state.webUrl}/${fullName(call.state, repository)}/commit/${commit.sha}`,
    ),
    author: link('Commit', 'GitActor', ({ commit: { authorId, at } }) => ({
      type: 'GitActor',
      accountId: authorId,
      at,
    })),
    committer: link('Commit', 'GitActor', ({ commit: { committerId, at } }) => ({
      type: 'GitActor',
      accountId: committerId,
      at,
    })),
    // The author first, then who `Co-authored-by` names.
    authors: link(
      'Commit',
      'GitActorConnection',
      ({ commit: { authorId, coAuthorIds, at } }, _call, input) =>
        connection(
          'GitActorConnection',
          [authorId, ...coAuthorIds].map((accountId) => ({ type: 'GitActor', accountId, at })),
          input,
        ),
      paging,
    ),
  },
  GitActor: {
    name: leaf('GitActor', ({ accountId }, call) => nameOf(call, accountId)),
    email: leaf('GitActor', ({ accountId }, call) => `${nameOf(call, accountId)}@example.org`),
    date: leaf('GitActor', ({ at }) => at),
    // Null when the e-mail address belongs to no account.
    user: link('GitActor', 'User', ({ accountId }, call) => {
      const account = accountId === null ? null : accountOf(call.state, accountId);
      return account?.type === 'User' && !account.deleted ? { type: 'User', account } : null;
    }),
  },
  GitActorConnection: connectionFields('GitActorConnection', 'GitActor'),
};

/** A branch or a tag by its whole name, or null. The short name of a branch is found too, as on GitHub. */
export function refThing(call: Call, repository: Repository, name: string): Thing | null {
  authorise(call.state, call.actor, repository, { permission: 'contents', level: 'read' });
  const found = refNamed(repository, name);
  return found === undefined ? null : { type: 'Ref', repository, ...found };
}

/** `<ref>:<path>` is a file or a folder; a ref or a whole SHA alone is a commit. */
export function gitObject(call: Call, repository: Repository, input: Input): Thing | null {
  authorise(call.state, call.actor, repository, { permission: 'contents', level: 'read' });
  const { expression, oid } = input;
  const text = typeof expression === 'string' ? expression : oid;
  if (typeof text !== 'string') throw new Refusal(200, 'Argument expression or oid is required');
  const [ref = '', path] = text.split(/:(.*)/s);
  const commit = commitAt(repository, ref);
  if (commit === undefined) return null;
  if (path === undefined) return { type: 'Commit', commit, repository };
  const file = commit.files.get(path);
  if (file !== undefined) return { type: 'Blob', text: file };
  const inside = [...commit.files].filter(([name]) => path === '' || name.startsWith(`${path}/`));
  return inside.length === 0 ? null : { type: 'Tree', oid: sha1(JSON.stringify(inside)) };
}

function targetOf(repository: Repository, ref: string, sha: string): Thing {
  const tag = repository.tags.get(ref.replace('refs/tags/', ''));
  return ref.startsWith('refs/tags/') && tag !== undefined && tag.message !== null
    ? { type: 'Tag', tag, repository }
    : commitThing(repository, sha);
}

function commitThing(repository: Repository, sha: string): Thing {
  return { type: 'Commit', repository, commit: present(repository.commits.get(sha), `commit ${sha}`) };
}

function nameOf(call: Call, accountId: number | null): string {
  return accountId === null ? 'nobody' : accountOf(call.state, accountId).login;
}

function isBinary(text: string): boolean {
  return Buffer.from(text).subarray(0, looksAt).includes(0);
}

function shortened(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length > maxTextBytes ? bytes.subarray(0, maxTextBytes).toString() : text;
}

function blobOid(text: string): string {
  return sha1(`blob ${Buffer.byteLength(text)}\0${text}`);
}

function tagOid(tag: {
  readonly name: string;
  readonly sha: string;
  readonly message: string | null;
}): string {
  return sha1(`tag ${tag.name} ${tag.sha} ${tag.message ?? ''}`);
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
