import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../emulator/cast.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { textAt } from '../json.ts';
import { authorOf, type Commit } from './history.ts';

const run = promisify(execFile);

/** What a job has before the Action starts: a clone with all its commits, and the packages of its `npm ci`. */
export interface CloneOrder {
  readonly github: EmulatedGitHub;
  /** This checkout, from which bundle and packages are taken. */
  readonly checkout: string;
  /** A temporary folder of the demo's own. */
  readonly folder: string;
  readonly bundle: string;
  /** npm packages that are started: their programs must lie within the workspace. */
  readonly packages: readonly string[];
  readonly commits: readonly Commit[];
}

/**
 * Makes the workspace of a job: the very commits that GitHub has, written by git itself and equal to the byte,
 * which their ids show. Rejects where git is not there.
 */
export async function makeClone(order: CloneOrder): Promise<string> {
  const { github, checkout, folder, bundle } = order;
  const workspace = join(folder, 'clone', 'payments');
  await mkdir(workspace, { recursive: true });
  const root = await github.as('kim', { method: 'GET', path: `/repos/${repository}/commits?per_page=100` });
  const last = Array.isArray(root) ? root.length - 1 : 0;
  const first = { sha: textAt(root, last, 'sha'), date: textAt(root, last, 'commit', 'author', 'date') };
  const readme = await github.as('kim', {
    method: 'GET',
    path: `/repos/${repository}/contents/README.md?ref=${first.sha}`,
  });
  const stream = [
    fastCommit({
      name: textAt(root, last, 'commit', 'author', 'name'),
      email: textAt(root, last, 'commit', 'author', 'email'),
      date: first.date,
      message: textAt(root, last, 'commit', 'message'),
      path: 'README.md',
      text: Buffer.from(textAt(readme, 'content'), 'base64').toString('utf8'),
    }),
    ...order.commits.map((commit) => fastCommit({ ...commit, ...authorOf(commit) })),
  ].join('');
  const git = gitIn(workspace, folder);
  await git(['init', '--quiet', '--initial-branch=main', '.']);
  await git(['fast-import', '--quiet', '--date-format=raw'], stream);
  await git(['reset', '--quiet', '--hard', 'main']);
  const here = (await git(['rev-parse', 'main'])).trim();
  if (here !== textAt(root, 0, 'sha')) throw new Error('the clone is not what GitHub has');
  await cp(join(checkout, 'workflows', bundle), join(workspace, 'workflows', bundle), { recursive: true });
  for (const name of order.packages)
    await cp(join(checkout, 'node_modules', name), join(workspace, 'node_modules', name), {
      recursive: true,
    });
  // What the packages import themselves is found one folder up, as with a hoisted install.
  await symlink(join(checkout, 'node_modules'), join(folder, 'clone', 'node_modules'));
  return workspace;
}

/** git without anybody's settings. */
function gitIn(
  workspace: string,
  home: string,
): (args: readonly string[], input?: string) => Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  return async (args, input = '') => {
    try {
      const running = run('git', [...args], { cwd: workspace, env });
      // One that ended before it read all of it tells by its code.
      running.child.stdin?.on('error', () => undefined).end(input);
      return (await running).stdout;
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      throw missing ? new Error('this story needs git on this machine') : error;
    }
  };
}

function fastCommit(commit: {
  readonly name: string;
  readonly email: string;
  readonly date: string;
  readonly message: string;
  readonly path: string;
  readonly text: string;
}): string {
  const who = `${commit.name} <${commit.email}> ${Math.floor(Date.parse(commit.date) / 1000)} +0000`;
  return [
    `commit refs/heads/main`,
    `author ${who}`,
    `committer ${who}`,
    data(`${commit.message}\n`),
    `M 100644 inline ${commit.path}`,
    data(commit.text),
    '',
  ].join('\n');
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
