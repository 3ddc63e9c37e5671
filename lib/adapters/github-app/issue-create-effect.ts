import { inputOf, issueFields } from '../../core/action/issue-create.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import type { Effect } from '../../core/run/advance.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, long, members, ordinal, orNull, short, type Reader } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { authored, endsWithLine, isOwn, type OwnApp } from './own.ts';

const create = 'POST /repos/{owner}/{repo}/issues';
const list = 'GET /repos/{owner}/{repo}/issues';
const get = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

const pageSize = 100;

/** At most 1,000 issues that changed since the intent are looked through. */
const maxPages = 10;

const made = members({ id, number: ordinal, html_url: short });

const listed: Reader<
  ReturnType<typeof made> & ReturnType<typeof authored> & { readonly body: string | null }
> = (value) => ({ ...made(value), ...authored(value), ...members({ body: orNull(long) })(value) });

const readBackFields = members({
  id,
  title: long,
  body: orNull(long),
  state: short,
  labels: listOf((label) => (typeof label === 'string' ? label : members({ name: short })(label).name), 100),
  assignees: listOf(members({ login: short }), 100),
});

/** `github.issue.create` at GitHub. It has no create-if-absent for issues: the marker and the list find it again. */
export function issueCreateEffect(client: GitHubClient, app: OwnApp): EffectAdapter {
  return {
    type: 'github.issue.create',

    async find({ action, marker, since }) {
      const { name: repository } = action.target.repository;
      const creator = app.slug === undefined ? {} : { creator: `${app.slug}[bot]` };
      const order = { state: 'all', sort: 'created', direction: 'desc', since, per_page: pageSize };
      for (let number = 1; number <= maxPages; number += 1) {
        const answer = await ask(client, list, { repository, ...creator, ...order, page: number });
        const read = readData(answer, listOf(listed, pageSize), 'unreadable');
        if (!read.ok) return read;
        const own = read.value.find((issue) => isOwn(app, issue) && endsWithLine(issue.body ?? '', marker));
        if (own !== undefined) return ok(effectOf(own));
        if (read.value.length < pageSize) return ok(null);
      }
      return refused(unreadable(list, null, 'more issues than are looked at'));
    },

    async perform({ action, marker, confirm }) {
      const { title, body, labels, assignees } = inputOf(action);
      const order = { title, body: `${body}\n\n${marker}`, labels, assignees };
      const place = { repository: action.target.repository.name, ...order };
      const sent = await send(client, create, place, confirm);
      if (!sent.ok) return sent;
      const read = readData(sent, made, 'ambiguous');
      if (!read.ok) return read;
      return ok({ ...effectOf(read.value), status: sent.value.status });
    },

    async readBack({ action, effect }) {
      const { name: repository } = action.target.repository;
      if (effect.number === null) return refused(unreadable(get, null, 'the effect has no number'));
      const question = { repository, issue_number: effect.number };
      const answer = await ask(client, get, question, { 'cache-control': 'no-cache' });
      const read = readData(answer, readBackFields, 'unreadable');
      if (!read.ok) return read;
      // The number may lead to another issue after a transfer: the id is what was made.
      if (read.value.id !== effect.id) return refused(unreadable(get, null, 'another issue has the number'));
      const { title, body, state } = read.value;
      const assignees = read.value.assignees.map(({ login }) => login);
      return ok(issueFields({ title, body: body ?? '', labels: read.value.labels, assignees, state }));
    },
  };
}

function effectOf({ id: number, number: issue, html_url }: ReturnType<typeof made>): Effect {
  return { id: number, number: issue, url: html_url };
}
