import { macOf } from '../../core/action/marker.ts';
import {
  dispatchFields,
  dispatchInputOf,
  keyInput,
  namesItsRun,
  pinnedSha,
  workflowPath,
} from '../../core/action/workflow-dispatch.ts';
import type { EffectAdapter } from '../../core/port/effects.ts';
import type { Effect } from '../../core/run/advance.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, long, members, orNull, sha, short, type Reader } from './answer.ts';
import { fileOfRun } from './actions-run.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { findListed, pageSize } from './listed.ts';
import { fresh, isGone } from './look.ts';
import { author, isOwn, type OwnApp } from './own.ts';
import { placeOf } from './target.ts';

const start = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches';
const list = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs';
const get = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}';
const file = 'GET /repos/{owner}/{repo}/contents/{path}';

const run = members({
  id,
  html_url: short,
  path: short,
  display_title: long,
  event: short,
  status: orNull(short),
  conclusion: orNull(short),
  head_branch: orNull(short),
  head_sha: sha,
  created_at: short,
  actor: author,
});

const runs: Reader<readonly ReturnType<typeof run>[]> = (value) =>
  members({ workflow_runs: listOf(run, pageSize) })(value).workflow_runs;

const started = members({ workflow_run_id: id, html_url: short });

/**
 * `github.workflow.dispatch` at GitHub, which starts a second run for a second order. The key goes into the run
 * as an input, and the workflow puts it into the run's name: by that and by its actor a run is found again.
 */
export function workflowDispatchEffect(client: GitHubClient, app: OwnApp): EffectAdapter {
  return {
    type: 'github.workflow.dispatch',

    async find({ action, marker, since }) {
      const { workflow } = dispatchInputOf(action);
      const key = macOf(marker);
      // An Actions run names no App: without its own login the App knows none of its runs.
      if (app.slug === undefined || key === '')
        return refused(unreadable(list, null, 'the App’s own login is not known'));
      const looked = await findListed(client, {
        route: list,
        // Without filters: those are answered from an index that lags.
        place: { ...placeOf(action), workflow_id: workflow },
        page: runs,
        pick: ({ actor: user, event, display_title: name, ...found }) => {
          const isIt = event === 'workflow_dispatch' && name.includes(key) && isOwn(app, { user });
          return isIt ? effectOf(found.id, found.html_url) : null;
        },
        isEnough: (page) => Date.parse(page.at(-1)?.created_at ?? '') < Date.parse(since),
      });
      // A workflow that is not there has no runs. Whether it is there is `prepare`'s question.
      return isGone(looked) ? ok(null) : looked;
    },

    async prepare({ action }) {
      const { workflow, ref } = dispatchInputOf(action);
      const place = { ...placeOf(action), path: workflowPath(workflow), ref: pinnedSha(action) ?? ref };
      const answer = await ask(client, file, place);
      if (isGone(answer)) return ok('workflow_unfit');
      const read = readData(answer, members({ content: long }), 'unreadable');
      if (!read.ok) return read;
      const text = Buffer.from(read.value.content, 'base64').toString('utf8');
      return ok(namesItsRun(text) ? null : 'workflow_unfit');
    },

    async perform({ action, marker, confirm }) {
      const { workflow, ref, inputs } = dispatchInputOf(action);
      const order = { ref, inputs: { ...inputs, [keyInput]: macOf(marker) } };
      const place = { ...placeOf(action), workflow_id: workflow, ...order };
      const first = await send(client, start, { ...place, return_run_details: true }, confirm);
      // A host that does not know the member refuses the order as a whole, and has started nothing.
      const unknown = !first.ok && (first.fault.status === 400 || first.fault.status === 422);
      const sent = unknown ? await send(client, start, place, confirm) : first;
      if (!sent.ok) return sent;
      // Started, but GitHub does not say which run it is: that is to be found.
      const read = readData(sent, started, 'ambiguous');
      if (!read.ok) return read;
      return ok({ ...effectOf(read.value.workflow_run_id, read.value.html_url), status: sent.value.status });
    },

    async readBack({ action, marker, effect }) {
      const answer = await ask(client, get, { ...placeOf(action), run_id: effect.id }, fresh);
      const read = readData(answer, run, 'unreadable');
      if (!read.ok) return read;
      const { path, head_branch, head_sha, event, display_title, status, conclusion } = read.value;
      if (read.value.id !== effect.id) return refused(unreadable(get, null, 'another run has the id'));
      if (status !== 'completed') return ok(null);
      return ok(
        dispatchFields(action, marker, {
          path: fileOfRun(path),
          ref: head_branch ?? '',
          sha: head_sha,
          event,
          name: display_title,
          conclusion: conclusion ?? '',
        }),
      );
    },
  };
}

function effectOf(number: string, url: string): Effect {
  return { id: number, number: null, url };
}
