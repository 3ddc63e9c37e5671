import { isLabelled, labelFields, labelInputOf } from '../../core/action/issue-label.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import type { Action } from '../../core/proposal/proposal.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import type { Effect } from '../../core/run/advance.ts';
import { id, labelNames, members, ordinal, short } from './answer.ts';
import { send, unreadable, type GitHubClient } from './client.ts';
import { look, toWriteTo } from './look.ts';
import { placeOf } from './target.ts';

const add = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
const get = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

const issue = members({ id, number: ordinal, html_url: short, labels: labelNames });

/**
 * `github.issue.label` at GitHub. Adding a label that is there changes nothing, so this is done by nature at
 * most once: it counts as found where all labels are there, whoever added them, and nothing is sent then.
 */
export function issueLabelEffect(client: GitHubClient): EffectAdapter {
  return {
    type: 'github.issue.label',

    async find({ action }) {
      const read = await issueNow(client, action);
      if (!read.ok) return read;
      return ok(read.value !== null && isLabelled(action, read.value.labels) ? effectOf(read.value) : null);
    },

    async prepare({ action }) {
      const read = await issueNow(client, action);
      if (!read.ok) return read;
      return ok(read.value === null ? 'target_refused' : null);
    },

    async perform({ action, confirm }) {
      const before = toWriteTo(await issueNow(client, action));
      if (!before.ok) return before;
      const { number, labels: added } = labelInputOf(action);
      const place = { ...placeOf(action), issue_number: number, labels: added };
      const sent = await send(client, add, place, confirm);
      if (!sent.ok) return sent;
      return ok({ ...effectOf(before.value), status: sent.value.status });
    },

    async readBack({ action, effect }) {
      const read = await issueNow(client, action);
      if (!read.ok) return read;
      // The number may lead to another issue after a transfer: the id is what was labelled.
      if (read.value?.id !== effect.id) return refused(unreadable(get, null, 'another issue has the number'));
      return ok(labelFields(action, read.value));
    },
  };
}

async function issueNow(
  client: GitHubClient,
  action: Action,
): Promise<Result<ReturnType<typeof issue> | null, HostFault>> {
  const { number } = labelInputOf(action);
  return look(client, get, { ...placeOf(action), issue_number: number }, issue);
}

function effectOf({ id: number, number: issueNumber, html_url }: ReturnType<typeof issue>): Effect {
  return { id: number, number: issueNumber, url: html_url };
}
