import type { ActionsRun, Issue, SeenRepository } from '../../core/port/runner-host.ts';
import type { Account } from '../../core/run/event.ts';

/**
 * GitHub's answers as our types. Its own types promise members that a proxy, a Server of another version
 * or an emulator may leave out, so each one is looked at; null where one is missing.
 */
export function readRun(data: unknown, readAt: string): ActionsRun | null {
  const run = members(data);
  const repository = readRepository(run['repository']);
  const id = idOf(run['id']);
  const actor = readAccount(run['actor']);
  const triggeringActor = readAccount(run['triggering_actor']);
  const { path, head_sha: sha, event, run_attempt: attempt, head_branch: branch } = run;
  if (id === null || actor === null || triggeringActor === null || repository === null) return null;
  if (typeof path !== 'string' || typeof sha !== 'string' || typeof event !== 'string') return null;
  if (typeof attempt !== 'number') return null;
  return {
    id,
    attempt,
    // Some answers carry the ref behind the file: `.github/workflows/file.yml@refs/heads/main`.
    path: path.split('@')[0] ?? path,
    sha,
    branch: typeof branch === 'string' ? branch : null,
    event,
    actor,
    triggeringActor,
    repository,
    readAt,
  };
}

/** A repository's ids, name and visibility; null where a member is missing. */
function readRepository(data: unknown): SeenRepository | null {
  const repository = members(data);
  const id = idOf(repository['id']);
  const ownerId = idOf(members(repository['owner'])['id']);
  const { full_name: name, private: isPrivate } = repository;
  if (id === null || ownerId === null || typeof name !== 'string') return null;
  return typeof isPrivate === 'boolean' ? { id, ownerId, name, isPublic: !isPrivate } : null;
}

/** An issue of the list or of a creation; null where a member is missing. */
export function readIssue(data: unknown): Issue | null {
  const issue = members(data);
  const id = idOf(issue['id']);
  const author = readAccount(issue['user']);
  const { node_id: nodeId, number, html_url: url, title, body, state } = issue;
  if (id === null || author === null || typeof nodeId !== 'string' || typeof number !== 'number') return null;
  if (typeof url !== 'string' || typeof title !== 'string') return null;
  return {
    id,
    nodeId,
    number,
    url,
    title,
    // GitHub says null for an issue without text.
    body: typeof body === 'string' ? body : '',
    open: state === 'open',
    author,
  };
}

function readAccount(data: unknown): Account | null {
  const account = members(data);
  const id = idOf(account['id']);
  const login = account['login'];
  return id === null || typeof login !== 'string' ? null : { id, login };
}

/** A numeric id as a decimal string; null where it is none. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : null;
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
