import type { JsonValue } from '../../../../lib/core/json/value.ts';
import { at, listAt, shown, textAt } from '../../json.ts';
import { repository } from '../cast.ts';
import type { Objects } from '../objects.ts';
import type { Upstream } from '../upstream.ts';
import { NotFound, textsOf, type Graph, type GraphObject } from './execute.ts';

/** What of GitHub's graph the App asks for, answered from the emulator's REST side and the layer's own notes. */
export function queryRoot(emulator: Upstream, objects: Objects): GraphObject {
  const root: GraphObject = {
    graphType: 'Query',
    fields: {
      node: async ({ id }) => nodeOf(shown(id), emulator, objects),
      nodes: async ({ ids }) =>
        Promise.all(textsOf(ids).map(async (id) => (await find(id, emulator, objects)) ?? null)),
      repository: async ({ owner, name }) => {
        if (`${shown(owner)}/${shown(name)}` !== repository)
          throw new NotFound(
            `Could not resolve to a Repository with the name '${shown(owner)}/${shown(name)}'.`,
          );
        return repositoryObject(emulator, objects);
      },
    },
  };
  return root;
}

async function nodeOf(id: string, emulator: Upstream, objects: Objects): Promise<Graph> {
  const found = await find(id, emulator, objects);
  if (found === null) throw new NotFound(`Could not resolve to a node with the global id of '${id}'`);
  return found;
}

async function find(id: string, emulator: Upstream, objects: Objects): Promise<GraphObject | null> {
  const place = objects.find(id);
  if (place === null) return null;
  if (place.kind === 'issue') return issueObject(place.number, emulator, objects);
  const comment = await emulator.read(`/repos/${repository}/issues/comments/${place.id}`);
  return comment === null ? null : commentObject(comment, emulator, objects);
}

async function repositoryObject(emulator: Upstream, objects: Objects): Promise<GraphObject> {
  const json = await emulator.read(`/repos/${repository}`);
  const branch = textAt(json ?? {}, 'default_branch');
  return {
    graphType: 'Repository',
    fields: {
      ...plain(json, {
        id: 'node_id',
        databaseId: 'id',
        name: 'name',
        nameWithOwner: 'full_name',
        url: 'html_url',
        isPrivate: 'private',
      }),
      object: async ({ expression, oid }) =>
        expression === undefined
          ? commitObject(shown(oid), emulator)
          : gitObject(shown(expression), emulator),
      ref: async ({ qualifiedName }) => refObject(shown(qualifiedName), emulator),
      issue: async ({ number }) => {
        const found = await issueObject(Number(number), emulator, objects);
        if (found === null)
          throw new NotFound(`Could not resolve to an Issue with the number of ${shown(number)}.`);
        return found;
      },
      defaultBranchRef: () => ({ graphType: 'Ref', fields: { name: () => branch } }),
    },
  };
}

async function issueObject(
  number: number,
  emulator: Upstream,
  objects: Objects,
): Promise<GraphObject | null> {
  const json = await emulator.read(`/repos/${repository}/issues/${number}`);
  if (json === null) return null;
  const nodeId = textAt(json, 'node_id');
  const names = listAt(json, 'labels').map((label) => textAt(label, 'name'));
  return {
    graphType: 'Issue',
    fields: {
      ...plain(json, {
        id: 'node_id',
        databaseId: 'id',
        fullDatabaseId: 'id',
        number: 'number',
        title: 'title',
        body: 'body',
        locked: 'locked',
        url: 'html_url',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      }),
      state: () => textAt(json, 'state').toUpperCase(),
      closed: () => at(json, 'state') === 'closed',
      lastEditedAt: () => objects.lastEdit(nodeId)?.at ?? null,
      author: () => actorObject(at(json, 'user')),
      repository: async () => repositoryObject(emulator, objects),
      labels: () => ({
        graphType: 'LabelConnection',
        fields: {
          totalCount: () => names.length,
          nodes: () => names.map((name) => ({ graphType: 'Label', fields: { name: () => name } })),
        },
      }),
    },
  };
}

function commentObject(json: JsonValue, emulator: Upstream, objects: Objects): GraphObject {
  const edit = objects.lastEdit(textAt(json, 'node_id'));
  const number = Number(textAt(json, 'issue_url').split('/').at(-1));
  return {
    graphType: 'IssueComment',
    fields: {
      ...plain(json, {
        id: 'node_id',
        databaseId: 'id',
        fullDatabaseId: 'id',
        body: 'body',
        url: 'html_url',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      }),
      lastEditedAt: () => edit?.at ?? null,
      isMinimized: () => false,
      author: () => actorObject(at(json, 'user')),
      issue: async () => issueObject(number, emulator, objects),
    },
  };
}

function actorObject(user: JsonValue | undefined): GraphObject | null {
  if (user === undefined || user === null) return null;
  return {
    graphType: at(user, 'type') === 'Bot' ? 'Bot' : 'User',
    fields: plain(user, { id: 'node_id', databaseId: 'id', login: 'login', url: 'html_url' }),
  };
}

/** A commit at `<ref>` or a file at `<ref>:<path>`, null where there is none. `HEAD` is the default branch. */
async function gitObject(expression: string, emulator: Upstream): Promise<GraphObject | null> {
  const colon = expression.indexOf(':');
  if (colon < 0) return commitObject(expression, emulator);
  const ref = expression.slice(0, colon);
  const path = expression.slice(colon + 1);
  const query = ref === 'HEAD' ? '' : `?ref=${encodeURIComponent(ref)}`;
  const file = await emulator.read(`/repos/${repository}/contents/${path}${query}`);
  if (file === null) return null;
  return {
    graphType: 'Blob',
    fields: {
      ...plain(file, { oid: 'sha', byteSize: 'size' }),
      isBinary: () => false,
      isTruncated: () => false,
      text: () => Buffer.from(textAt(file, 'content'), 'base64').toString('utf8'),
    },
  };
}

async function commitObject(ref: string, emulator: Upstream): Promise<GraphObject | null> {
  const home = `/repos/${repository}`;
  const name = ref === 'HEAD' ? textAt((await emulator.read(home)) ?? {}, 'default_branch') : ref;
  const commit = await emulator.read(`${home}/commits/${encodeURIComponent(name)}`);
  if (commit === null) return null;
  const person = (member: string): GraphObject => ({
    graphType: 'GitActor',
    fields: { user: () => actorObject(at(commit, member)) },
  });
  return {
    graphType: 'Commit',
    fields: {
      ...plain(commit, { oid: 'sha' }),
      authors: () => ({
        graphType: 'GitActorConnection',
        fields: { totalCount: () => 1, nodes: () => [person('author')] },
      }),
      committer: () => person('committer'),
    },
  };
}

/** A branch by its whole name; null where there is none. */
async function refObject(name: string, emulator: Upstream): Promise<GraphObject | null> {
  const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1] ?? '';
  const found = await emulator.read(`/repos/${repository}/branches/${encodeURIComponent(branch)}`);
  if (found === null) return null;
  const sha = textAt(found, 'commit', 'sha');
  return {
    graphType: 'Ref',
    fields: { name: () => branch, target: async () => commitObject(sha, emulator) },
  };
}

/** Fields that REST has under another name. */
function plain(json: JsonValue | null, names: Readonly<Record<string, string>>): GraphObject['fields'] {
  return Object.fromEntries(
    Object.entries(names).map(([field, member]) => [field, () => at(json ?? {}, member) ?? null]),
  );
}
