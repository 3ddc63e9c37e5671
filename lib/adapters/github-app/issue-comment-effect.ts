import { commentFields, commentInputOf } from '../../core/action/issue-comment.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import { ok, refused } from '../../core/result.ts';
import type { Effect } from '../../core/run/advance.ts';
import { id, listOf, long, members, orNull, short } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { issueNumberOf } from './issue.ts';
import { findListed, pageSize } from './listed.ts';
import { fresh, isGone } from './look.ts';
import { authorship, isOwnMarked, type OwnApp } from './own.ts';
import { placeOf } from './target.ts';

const create = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
const get = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}';

const made = members({ id, html_url: short });

const page = listOf(members({ id, html_url: short, body: orNull(long), ...authorship }), pageSize);

/** `github.issue.comment` at GitHub. The marker and the issue's own list find it again. */
export function issueCommentEffect(client: GitHubClient, app: OwnApp): EffectAdapter {
  return {
    type: 'github.issue.comment',

    async find({ action, marker, since }) {
      const { number } = commentInputOf(action);
      const found = await findListed(client, {
        route: list,
        place: { ...placeOf(action), issue_number: number, since },
        page,
        pick: (one) => (isOwnMarked(app, one, marker) ? effectOf(one) : null),
      });
      // An issue that is not there has no comments; the write says so, too.
      return isGone(found) ? ok(null) : found;
    },

    async perform({ action, marker, confirm }) {
      const { number, body } = commentInputOf(action);
      const place = { ...placeOf(action), issue_number: number };
      const sent = await send(client, create, { ...place, body: `${body}\n\n${marker}` }, confirm);
      if (!sent.ok) return sent;
      const read = readData(sent, made, 'ambiguous');
      if (!read.ok) return read;
      return ok({ ...effectOf(read.value), status: sent.value.status });
    },

    async readBack({ action, effect }) {
      const place = { ...placeOf(action), comment_id: effect.id };
      const answer = await ask(client, get, place, fresh);
      const read = readData(answer, members({ id, body: orNull(long), issue_url: short }), 'unreadable');
      if (!read.ok) return read;
      if (read.value.id !== effect.id) return refused(unreadable(get, null, 'another comment has the id'));
      return ok(commentFields({ number: issueNumberOf(read.value.issue_url), body: read.value.body ?? '' }));
    },
  };
}

function effectOf({ id: number, html_url: url }: ReturnType<typeof made>): Effect {
  return { id: number, number: null, url };
}
