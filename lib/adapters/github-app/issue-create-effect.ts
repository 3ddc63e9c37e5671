import { inputOf, issueFields } from '../../core/action/issue-create.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import type { Effect } from '../../core/run/advance.ts';
import { ok, refused } from '../../core/result.ts';
import { id, labelNames, listOf, long, members, ordinal, orNull, short } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { findListed, pageSize } from './listed.ts';
import { fresh } from './look.ts';
import { authorship, isOwnMarked, type OwnApp } from './own.ts';
import { placeOf } from './target.ts';

const create = 'POST /repos/{owner}/{repo}/issues';
const list = 'GET /repos/{owner}/{repo}/issues';
const get = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

const made = members({ id, number: ordinal, html_url: short });

const page = listOf(
  members({ id, number: ordinal, html_url: short, body: orNull(long), ...authorship }),
  pageSize,
);

const readBackFields = members({
  id,
  title: long,
  body: orNull(long),
  state: short,
  labels: labelNames,
  assignees: listOf(members({ login: short }), 100),
});

/** `github.issue.create` at GitHub. It has no create-if-absent for issues: the marker and the list find it again. */
export function issueCreateEffect(client: GitHubClient, app: OwnApp): EffectAdapter {
  return {
    type: 'github.issue.create',

    async find({ action, marker, since }) {
      const creator = app.slug === undefined ? {} : { creator: `${app.slug}[bot]` };
      const order = { state: 'all', sort: 'created', direction: 'desc', since };
      return findListed(client, {
        route: list,
        place: { ...placeOf(action), ...creator, ...order },
        page,
        pick: (issue) => (isOwnMarked(app, issue, marker) ? effectOf(issue) : null),
      });
    },

    async perform({ action, marker, confirm }) {
      const { title, body, labels, assignees } = inputOf(action);
      const order = { title, body: `${body}\n\n${marker}`, labels, assignees };
      const place = { ...placeOf(action), ...order };
      const sent = await send(client, create, place, confirm);
      if (!sent.ok) return sent;
      const read = readData(sent, made, 'ambiguous');
      if (!read.ok) return read;
      return ok({ ...effectOf(read.value), status: sent.value.status });
    },

    async readBack({ action, effect }) {
      if (effect.number === null) return refused(unreadable(get, null, 'the effect has no number'));
      const question = { ...placeOf(action), issue_number: effect.number };
      const answer = await ask(client, get, question, fresh);
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
