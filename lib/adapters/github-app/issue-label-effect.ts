import { isLabelled, labelFields, labelInputOf } from '../../core/action/issue-label.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import type { Action } from '../../core/proposal/proposal.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { id, listOf, members, ordinal, short } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';

const add = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
const get = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

const labels = listOf(
  (label) => (typeof label === 'string' ? label : members({ name: short })(label).name),
  100,
);
const issue = members({ id, number: ordinal, html_url: short, labels });

/**
 * `github.issue.label` at GitHub. Adding a label that is there changes nothing, so this is done by nature at
 * most once: it counts as found where all labels are there, whoever added them, and nothing is sent then.
 */
export function issueLabelEffect(client: GitHubClient): EffectAdapter {
  return {
    type: 'github.issue.label',

    async find({ action }) {
      const read = await look(client, action);
      if (!read.ok) return read;
      return ok(read.value !== null && isLabelled(action, read.value.labels) ? effectOf(read.value) : null);
    },

    async prepare({ action }) {
      const read = await look(client, action);
      if (!read.ok) return read;
      return ok(read.value === null ? 'target_refused' : null);
    },

    async perform({ action, confirm }) {
      const before = await look(client, action);
      if (!before.ok) return refused({ ...before.fault, code: 'refused', status: null });
      if (before.value === null)
        return refused({ code: 'refused', status: null, what: `${get}: not there any more` });
      const { number, labels: added } = labelInputOf(action);
      const place = { repository: action.target.repository.name, issue_number: number, labels: added };
      const sent = await send(client, add, place, confirm);
      if (!sent.ok) return sent;
      return ok({ ...effectOf(before.value), status: sent.value.status });
    },

    async readBack({ action, effect }) {
      const read = await look(client, action, { 'cache-control': 'no-cache' });
      if (!read.ok) return read;
      // The number may lead to another issue after a transfer: the id is what was labelled.
      if (read.value?.id !== effect.id) return refused(unreadable(get, null, 'another issue has the number'));
      return ok(labelFields(action, read.value));
    },
  };
}

/** The issue as it stands; null where there is none. */
async function look(
  client: GitHubClient,
  action: Action,
  headers: Record<string, string> = {},
): Promise<Result<ReturnType<typeof issue> | null, HostFault>> {
  const place = {
    repository: action.target.repository.name,
    issue_number: labelInputOf(action).number,
  };
  const answer = await ask(client, get, place, headers);
  if (!answer.ok && (answer.fault.status === 404 || answer.fault.status === 410)) return ok(null);
  return readData(answer, issue, 'unreadable');
}

function effectOf({ id: number, number: issueNumber, html_url }: ReturnType<typeof issue>): {
  readonly id: string;
  readonly number: number;
  readonly url: string;
} {
  return { id: number, number: issueNumber, url: html_url };
}
