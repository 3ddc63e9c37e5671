import { mergeFields, mergeInputOf, messageOf, trailerOf } from '../../core/action/pull-merge.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import type { Effect } from '../../core/run/advance.ts';
import type { Action } from '../../core/proposal/proposal.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { flag, id, long, members, ordinal, orNull, sha, short } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { fresh, look, toWriteTo } from './look.ts';
import { author, isOwn, type OwnApp } from './own.ts';
import { placeOf } from './target.ts';

const merge = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge';
const get = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
const getCommit = 'GET /repos/{owner}/{repo}/commits/{ref}';

const pull = members({
  id,
  number: ordinal,
  html_url: short,
  state: short,
  merged: flag,
  merged_by: author,
  merge_commit_sha: orNull(sha),
  head: members({ sha }),
  base: members({ ref: short }),
});
type Pull = ReturnType<typeof pull>;

/**
 * `github.pull.merge` at GitHub, which compares the head and merges a pull request once at most. Whether a merge
 * is this action's own is told by who merged, and by the trailer of the commit that it made.
 */
export function pullMergeEffect(client: GitHubClient, app: OwnApp): EffectAdapter {
  return {
    type: 'github.pull.merge',

    async find({ action, marker }) {
      const read = await pullNow(client, action);
      if (!read.ok) return read;
      if (read.value?.merged !== true || !isMergedBy(app, read.value)) return ok(null);
      const message = await messageOfMerge(client, action, read.value);
      if (!message.ok) return message;
      return ok(message.value.endsWith(trailerOf(marker)) ? effectOf(read.value) : null);
    },

    async prepare({ action }) {
      const read = await pullNow(client, action);
      if (!read.ok) return read;
      const { head, base } = mergeInputOf(action);
      if (read.value === null) return ok('target_refused');
      const open = read.value.state === 'open' && read.value.head.sha === head;
      return ok(open && `refs/heads/${read.value.base.ref}` === base ? null : 'precondition_failed');
    },

    async perform({ action, marker, confirm }) {
      const before = toWriteTo(await pullNow(client, action));
      if (!before.ok) return before;
      const { number, head, method, title } = mergeInputOf(action);
      const order = { sha: head, merge_method: method, commit_title: title };
      const place = { ...placeOf(action), pull_number: number, ...order };
      const sent = await send(
        client,
        merge,
        { ...place, commit_message: messageOf(action, marker) },
        confirm,
      );
      if (!sent.ok) return sent;
      return ok({ ...effectOf(before.value), status: sent.value.status });
    },

    async readBack({ action, marker, effect }) {
      const read = await pullNow(client, action);
      if (!read.ok) return read;
      const found = read.value;
      if (found?.id !== effect.id)
        return refused(unreadable(get, null, 'another pull request has the number'));
      const message = found.merged ? await messageOfMerge(client, action, found) : ok('');
      if (!message.ok) return message;
      const { merged, head, base } = found;
      return ok(mergeFields(marker, { merged, head: head.sha, base: base.ref, message: message.value }));
    },
  };
}

async function pullNow(client: GitHubClient, action: Action): Promise<Result<Pull | null, HostFault>> {
  const { number } = mergeInputOf(action);
  return look(client, get, { ...placeOf(action), pull_number: number }, pull);
}

/** The message of the commit that the merge made. */
async function messageOfMerge(
  client: GitHubClient,
  action: Action,
  { merge_commit_sha: ref }: Pull,
): Promise<Result<string, HostFault>> {
  if (ref === null) return refused(unreadable(get, null, 'merged without a commit'));
  const answer = await ask(client, getCommit, { ...placeOf(action), ref }, fresh);
  const read = readData(answer, members({ commit: members({ message: long }) }), 'unreadable');
  return read.ok ? ok(read.value.commit.message) : read;
}

/** A pull request names no App: without its own login the App relies on the trailer alone, which nobody else can make. */
function isMergedBy(app: OwnApp, { merged_by: user }: Pull): boolean {
  return app.slug === undefined ? user?.type === 'Bot' : isOwn(app, { user });
}

function effectOf({ id: number, number: pullNumber, html_url }: Pull): Effect {
  return { id: number, number: pullNumber, url: html_url };
}
