import { commentFields, commentInputOf } from '../../core/action/issue-comment.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, long, members, orNull, short, type Reader } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { authored, endsWithLine, isOwn, type OwnApp } from './own.ts';

const create = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
const get = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}';

const pageSize = 100;

/** At most 1,000 comments that changed since the intent are looked through. */
const maxPages = 10;

const made = members({ id, html_url: short });

const listed: Reader<
  ReturnType<typeof made> & ReturnType<typeof authored> & { readonly body: string | null }
> = (value) => ({ ...made(value), ...authored(value), ...members({ body: orNull(long) })(value) });

/** `github.issue.comment` at GitHub. The marker and the issue's own list find it again. */
export function issueCommentEffect(client: GitHubClient, app: OwnApp): EffectAdapter {
  return {
    type: 'github.issue.comment',

    async find({ action, marker, since }) {
      const { name: repository } = action.target.repository;
      const { number } = commentInputOf(action);
      for (let page = 1; page <= maxPages; page += 1) {
        const place = { repository, issue_number: number, since, per_page: pageSize, page };
        const answer = await ask(client, list, place);
        // An issue that is not there has no comments; the write says so, too.
        if (!answer.ok && (answer.fault.status === 404 || answer.fault.status === 410)) return ok(null);
        const read = readData(answer, listOf(listed, pageSize), 'unreadable');
        if (!read.ok) return read;
        const own = read.value.find((one) => isOwn(app, one) && endsWithLine(one.body ?? '', marker));
        if (own !== undefined) return ok({ id: own.id, number: null, url: own.html_url });
        if (read.value.length < pageSize) return ok(null);
      }
      return refused(unreadable(list, null, 'more comments than are looked at'));
    },

    async perform({ action, marker, confirm }) {
      const { number, body } = commentInputOf(action);
      const place = { repository: action.target.repository.name, issue_number: number };
      const sent = await send(client, create, { ...place, body: `${body}\n\n${marker}` }, confirm);
      if (!sent.ok) return sent;
      const read = readData(sent, made, 'ambiguous');
      if (!read.ok) return read;
      return ok({ id: read.value.id, number: null, url: read.value.html_url, status: sent.value.status });
    },

    async readBack({ action, effect }) {
      const place = { repository: action.target.repository.name, comment_id: effect.id };
      const answer = await ask(client, get, place, { 'cache-control': 'no-cache' });
      const read = readData(answer, members({ id, body: orNull(long), issue_url: short }), 'unreadable');
      if (!read.ok) return read;
      const number = Number(/\/issues\/([1-9][0-9]{0,9})$/.exec(read.value.issue_url)?.[1] ?? '0');
      if (read.value.id !== effect.id) return refused(unreadable(get, null, 'another comment has the id'));
      return ok(commentFields({ number, body: read.value.body ?? '' }));
    },
  };
}
