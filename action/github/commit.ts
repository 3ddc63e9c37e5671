import type { JsonObject, JsonValue } from '../../lib/core/json/value.ts';
import { listOf, member, plain, read, type Access } from './api.ts';
import { account, idsOf } from './people.ts';
import { refPath } from './ref.ts';
import type { Found } from './tool.ts';

const maxFiles = 50;

/** One commit: who made it, what it says, and which files it touches. Its authors are author and committer. */
export async function commit(access: Access, { ref }: { readonly ref: string }): Promise<Found> {
  const answer = await read(access, `/commits/${refPath(ref)}`);
  const git = member(answer, 'commit');
  const files = listOf(member(answer, 'files'));
  return {
    data: {
      sha: plain(member(answer, 'sha')),
      message: plain(member(git, 'message'), 2000),
      author: person(answer, 'author'),
      committer: person(answer, 'committer'),
      parents: listOf(member(answer, 'parents')).map((one) => plain(member(one, 'sha'))),
      file_count: files.length,
      files: files.slice(0, maxFiles).map((one) => ({
        path: plain(member(one, 'filename'), 500),
        status: plain(member(one, 'status')),
        additions: plain(member(one, 'additions')),
        deletions: plain(member(one, 'deletions')),
      })),
    },
    authors: idsOf([member(answer, 'author'), member(answer, 'committer')]),
  };
}

/** The name that git has, which anybody can write, and the account that GitHub knows for it. */
function person(answer: JsonValue, role: 'author' | 'committer'): JsonObject {
  const git = member(member(answer, 'commit'), role);
  return {
    name: plain(member(git, 'name')),
    date: plain(member(git, 'date')),
    account: account(member(answer, role)),
  };
}
