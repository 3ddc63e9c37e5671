import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { repository, type Login } from '../emulator/cast.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { shown, textAt } from '../json.ts';

/** One commit on the default branch, which writes one file. */
export interface Commit {
  readonly by: Login;
  /** RFC 3339, in whole seconds, UTC. */
  readonly at: string;
  readonly message: string;
  readonly path: string;
  readonly text: string;
}

const git = `/repos/${repository}/git`;

/** Pushes commits to the default branch, as their authors made them; answers with their ids, in order. */
export async function pushHistory(
  github: EmulatedGitHub,
  token: string,
  commits: readonly Commit[],
): Promise<readonly string[]> {
  const write = async (method: 'POST' | 'PATCH', path: string, body: JsonObject): Promise<JsonValue> =>
    github.asJob(token, { method, path, body });
  const head = await github.asJob(token, { method: 'GET', path: `/repos/${repository}/commits/main` });
  let parent = textAt(head, 'sha');
  let base = textAt(head, 'commit', 'tree', 'sha');
  const ids: string[] = [];
  for (const { path, text, ...commit } of commits) {
    const entry = { path, mode: '100644', type: 'blob', content: text };
    base = textAt(await write('POST', `${git}/trees`, { base_tree: base, tree: [entry] }), 'sha');
    const author = authorOf(commit);
    const made = await write('POST', `${git}/commits`, {
      message: commit.message,
      tree: base,
      parents: [parent],
      author,
      committer: author,
    });
    parent = textAt(made, 'sha');
    ids.push(parent);
  }
  if (ids.length > 0) await write('PATCH', `${git}/refs/heads/main`, { sha: parent });
  return ids;
}

/** Who made a commit, by the address that GitHub knows an account by. */
export function authorOf({ by, at }: Pick<Commit, 'by' | 'at'>): {
  readonly name: string;
  readonly email: string;
  readonly date: string;
} {
  const name = `${by.charAt(0).toUpperCase()}${by.slice(1)}`;
  return { name, email: `${by}@users.noreply.github.com`, date: at };
}

/** The subject of a commit, as GitHub has it. */
export async function subjectOf(github: EmulatedGitHub, sha: string): Promise<string> {
  const commit = await github.as('kim', { method: 'GET', path: `/repos/${repository}/commits/${sha}` });
  return shown(commit, 'commit', 'message').split('\n')[0] ?? '';
}

/** A time so many minutes before another, as GitHub writes it. */
export function minutesBefore(now: number, minutes: number): string {
  return new Date(now - minutes * 60_000).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
