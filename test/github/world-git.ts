/** Commits, branches and tags, as a push makes them. */
import { createHash } from 'node:crypto';
import type { HookEvent } from './event.ts';
import { type Push, pushMembers } from './shapes/push.ts';
import {
  type Commit,
  type Repository,
  type State,
  accountByLogin,
  findRepository,
  headOf,
  instant,
  present,
} from './state.ts';
import type { CommitGiven, World } from './world.ts';

interface NewCommit {
  readonly branch: string;
  readonly parent: string | null;
  readonly files: ReadonlyMap<string, string>;
  readonly message?: string;
  readonly authorId: number | null;
  readonly committerId: number | null;
  readonly coAuthorIds?: readonly number[];
  readonly sha?: string;
}

/** One commit more on a branch, which is made when it is not there. */
export function addCommit(repository: Repository, made: NewCommit, ms: number): Commit {
  const { branch, parent, files, authorId, committerId } = made;
  const sha =
    made.sha ??
    createHash('sha1')
      .update(JSON.stringify([repository.id, parent, repository.commits.size, [...files]]))
      .digest('hex');
  const commit: Commit = {
    sha,
    parent,
    message: made.message ?? 'Change files',
    authorId,
    committerId,
    coAuthorIds: made.coAuthorIds ?? [],
    at: instant(ms),
    files,
  };
  repository.commits.set(sha, commit);
  repository.branches.set(branch, sha);
  return commit;
}

/** The part of the world that git is. */
export type GitWorld = Pick<World, 'commit' | 'branch' | 'tag'>;

export function createGitWorld({
  state,
  now,
  keep,
  emit,
}: {
  readonly state: State;
  readonly now: () => number;
  readonly keep: () => void;
  readonly emit: (event: HookEvent) => void;
}): GitWorld {
  const named = (name: string): Repository => findRepository(state, name);
  const tell = (home: Repository, push: Push): void => {
    if (push.before === push.after) return;
    emit({
      event: 'push',
      action: null,
      repositoryId: home.id,
      senderId: push.pusherId,
      members: pushMembers(state, home, push),
    });
  };
  const idOf = (login: string): number => present(accountByLogin(state, login), `account ${login}`).id;
  const authorOf = (home: Repository, author: CommitGiven['author']): number | null => {
    if (author === undefined) return home.ownerId;
    return author === null ? null : idOf(author);
  };
  return {
    commit({
      repository: name,
      path,
      text,
      branch,
      author,
      committer,
      coAuthors,
      message,
      pusher,
      sha: given,
    }) {
      keep();
      const home = named(name);
      const onto = branch ?? home.defaultBranch;
      const parent = home.commits.get(home.branches.get(onto) ?? '') ?? headOf(home);
      const files = new Map(parent.files);
      if (text === null) files.delete(path);
      else files.set(path, text);
      const authorId = authorOf(home, author);
      const before = home.branches.get(onto) ?? null;
      const { sha } = addCommit(
        home,
        {
          branch: onto,
          parent: parent.sha,
          files,
          authorId,
          committerId: committer === undefined ? authorId : authorOf(home, committer),
          coAuthorIds: (coAuthors ?? []).map(idOf),
          ...(message === undefined ? {} : { message }),
          ...(given === undefined ? {} : { sha: given }),
        },
        now(),
      );
      const pusherId = pusher === undefined ? (authorId ?? home.ownerId) : idOf(pusher);
      tell(home, { ref: `refs/heads/${onto}`, before, after: sha, pusherId });
      return sha;
    },
    branch({ repository: name, name: branch, sha }) {
      keep();
      const home = named(name);
      const before = home.branches.get(branch) ?? null;
      if (sha === null) home.branches.delete(branch);
      else home.branches.set(branch, present(home.commits.get(sha), `commit ${sha}`).sha);
      tell(home, { ref: `refs/heads/${branch}`, before, after: sha, pusherId: home.ownerId });
    },
    tag({ repository: name, name: tag, sha, message }) {
      keep();
      const home = named(name);
      const commit = sha ?? headOf(home).sha;
      const before = home.tags.get(tag)?.sha ?? null;
      home.tags.set(tag, {
        name: tag,
        sha: present(home.commits.get(commit), `commit ${commit}`).sha,
        message: message ?? null,
      });
      tell(home, { ref: `refs/tags/${tag}`, before, after: commit, pusherId: home.ownerId });
    },
  };
}
