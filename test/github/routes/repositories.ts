import { createHash } from 'node:crypto';
import type { Json, JsonNode } from '../description.ts';
import { Refusal, roleOf } from '../rights.ts';
import { atLeast, organisationOf, rolesThroughOthers } from '../teams.ts';
import { type Call, type Routes, page, repositoryFor } from '../route.ts';
import { collaborator, publicUser } from '../shapes/account.ts';
import { commitShape } from '../shapes/commit.ts';
import { wholeRepository } from '../shapes/repository.ts';
import {
  type Commit,
  type Repository,
  accountByLogin,
  accountOf,
  commitAt,
  fullName,
  present,
} from '../state.ts';

function permissionOf(call: Call) {
  const repository = repositoryFor(call, { permission: 'metadata', level: 'read', role: 'write' });
  const login = call.params['username'] ?? '';
  const account = accountByLogin(call.state, login);
  if (account === undefined || account.type === 'Organization')
    throw new Refusal(404, `${login} is not a user`);
  const role = roleOf(call.state, repository, account);
  const coarse = {
    none: 'none',
    read: 'read',
    triage: 'read',
    write: 'write',
    maintain: 'write',
    admin: 'admin',
  };
  return {
    status: 200,
    body: {
      permission: coarse[role.role],
      user: collaborator(call.state, account, role, call.base),
      role_name: role.roleName,
    },
  };
}

const leastFor = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
} as const;

/** People with a role that was given; whoever may read a public repository is not among them. */
function collaborators(call: Call) {
  const repository = repositoryFor(call, { permission: 'metadata', level: 'read', role: 'write' });
  const wanted =
    Object.entries(leastFor).find(([name]) => name === call.query.get('permission'))?.[1] ?? 'read';
  const owner = accountOf(call.state, repository.ownerId);
  const ids = new Set([
    ...(owner.type === 'User' ? [owner.id] : []),
    ...repository.roles.keys(),
    ...organisationOf(call.state, owner.id).members.keys(),
  ]);
  const people = [...ids]
    .map((id) => accountOf(call.state, id))
    .filter(
      (account) =>
        repository.roles.has(account.id) ||
        account.id === owner.id ||
        rolesThroughOthers(call.state, repository, account).length > 0,
    )
    .filter((account) => atLeast(roleOf(call.state, repository, account).role, wanted))
    .toSorted((a, b) => a.id - b.id);
  const { rows, headers } = page(call, people);
  const shapes = rows.map((one) =>
    collaborator(call.state, one, roleOf(call.state, repository, one), call.base),
  );
  return { status: 200, headers, body: shapes };
}

function contents(call: Call) {
  const repository = repositoryFor(call, { permission: 'contents', level: 'read' });
  const commit = commitAt(repository, call.query.get('ref') ?? repository.defaultBranch);
  if (commit === undefined)
    throw new Refusal(404, `No commit found for the ref ${call.query.get('ref') ?? ''}`);
  const path = (call.params['path'] ?? '').replace(/\/$/, '');
  const text = commit.files.get(path);
  if (text !== undefined) {
    if (call.headers['accept']?.includes('raw') === true) return { status: 200, text };
    return { status: 200, body: fileShape(call, repository, path, text, commit) };
  }
  const inside = [...commit.files].filter(([name]) => name.startsWith(`${path}/`));
  if (inside.length === 0) throw new Refusal(404, 'Not Found');
  const entries = inside
    .filter(([name]) => !name.slice(path.length + 1).includes('/'))
    .map(([name, one]): Json => {
      const {
        content: _content,
        encoding: _encoding,
        ...entry
      } = fileShape(call, repository, name, one, commit);
      return entry;
    });
  return { status: 200, body: entries };
}

function fileShape(call: Call, repository: Repository, path: string, text: string, commit: Commit): JsonNode {
  const name = fullName(call.state, repository);
  const bytes = Buffer.from(text);
  const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const self = `${call.base}/repos/${name}/contents/${path}?ref=${commit.sha}`;
  const git = `${call.base}/repos/${name}/git/blobs/${sha}`;
  const html = `${call.state.webUrl}/${name}/blob/${commit.sha}/${path}`;
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha,
    size: bytes.length,
    url: self,
    html_url: html,
    git_url: git,
    download_url: `https://raw.githubusercontent.com/${name}/${commit.sha}/${path}`,
    type: 'file',
    // GitHub breaks the text every 60 characters.
    content: bytes.toString('base64').replace(/.{1,60}/g, '$&\n'),
    encoding: 'base64',
    _links: { self, git, html },
  };
}

function history(repository: Repository, from: Commit): readonly Commit[] {
  const parent = from.parent === null ? undefined : repository.commits.get(from.parent);
  return parent === undefined ? [from] : [from, ...history(repository, parent)];
}

function compare(call: Call) {
  const repository = repositoryFor(call, { permission: 'contents', level: 'read' });
  const [from = '', to = ''] = (call.params['basehead'] ?? '').split('...');
  const base = commitAt(repository, from);
  const head = commitAt(repository, to);
  if (base === undefined || head === undefined) throw new Refusal(404, 'Not Found');
  const [ours, theirs] = [history(repository, head), history(repository, base)];
  const shared = present(
    ours.find((commit) => theirs.includes(commit)),
    'common ancestor',
  );
  const [ahead, behind] = [ours.indexOf(shared), theirs.indexOf(shared)];
  const url = `${call.state.webUrl}/${fullName(call.state, repository)}/compare/${base.sha}...${head.sha}`;
  const shape = (commit: Commit): JsonNode => commitShape(call.state, repository, commit, call.base);
  return {
    status: 200,
    body: {
      url: `${call.base}/repos/${fullName(call.state, repository)}/compare/${base.sha}...${head.sha}`,
      html_url: url,
      permalink_url: url,
      diff_url: `${url}.diff`,
      patch_url: `${url}.patch`,
      base_commit: shape(base),
      merge_base_commit: shape(shared),
      status: relation(ahead, behind),
      ahead_by: ahead,
      behind_by: behind,
      total_commits: ahead,
      commits: ours.slice(0, ahead).toReversed().map(shape),
      files: [],
    },
  };
}

function relation(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

export const repositoryRoutes: Routes = {
  'GET /repos/{owner}/{repo}': (call) => {
    const repository = repositoryFor(call, { permission: 'metadata', level: 'read' });
    return {
      status: 200,
      body: { ...wholeRepository(call.state, repository, call.base), network_count: 0, subscribers_count: 0 },
    };
  },
  'GET /repos/{owner}/{repo}/collaborators': collaborators,
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': permissionOf,
  'GET /repos/{owner}/{repo}/contents/{path}': contents,
  'GET /repos/{owner}/{repo}/commits/{ref}': (call) => {
    const repository = repositoryFor(call, { permission: 'contents', level: 'read' });
    const commit = commitAt(repository, call.params['ref'] ?? '');
    if (commit === undefined) throw new Refusal(422, `No commit found for SHA: ${call.params['ref'] ?? ''}`);
    return { status: 200, body: commitShape(call.state, repository, commit, call.base) };
  },
  'GET /repos/{owner}/{repo}/compare/{basehead}': compare,
  'GET /users/{username}': (call) => {
    const account = accountByLogin(call.state, call.params['username'] ?? '');
    if (account === undefined) throw new Refusal(404, 'Not Found');
    return { status: 200, body: publicUser(call.state, account, call.base) };
  },
};
