import { isJsonObject } from '../../../lib/core/json/value.ts';
import { at, shown, textAt } from '../json.ts';
import type { ActionsRuns } from './actions-runs.ts';
import { repository } from './cast.ts';
import { bodyOf, fault, type Answer, type Exchange } from './exchange.ts';
import type { Upstream } from './upstream.ts';

/**
 * `workflows/{file}/dispatches` as GitHub does it: a second run for a second order, at a branch or a tag, with the
 * workflow's own inputs alone, and the run's number for whoever asks for it.
 */
export async function dispatchAnswer(
  exchange: Exchange,
  workflow: string,
  parts: { readonly base: string; readonly emulator: Upstream; readonly runs: ActionsRuns },
): Promise<Answer> {
  const { caller } = exchange;
  if (caller.kind !== 'app' || caller.app.slug !== 'countersign')
    return fault(403, 'Resource not accessible by integration');
  const body = bodyOf(exchange);
  const branch = shown(body, 'ref').replace(/^refs\/heads\//, '');
  const home = `/repos/${repository}`;
  const head = await parts.emulator.read(`${home}/branches/${encodeURIComponent(branch)}`);
  if (head === null) return fault(422, `No ref found for: ${branch}`);
  const sha = textAt(head, 'commit', 'sha');
  const path = `.github/workflows/${workflow}`;
  const file = await parts.emulator.read(`${home}/contents/${path}?ref=${sha}`);
  if (file === null) return fault(404, 'Not Found');
  const text = Buffer.from(textAt(file, 'content'), 'base64').toString('utf8');
  const given = Object.entries(isJsonObject(body['inputs']) ? body['inputs'] : {});
  const unknown = given.map(([name]) => name).filter((name) => !new RegExp(`^ +${name}:`, 'm').test(text));
  if (unknown.length > 0) return fault(422, `Unexpected inputs provided: ${JSON.stringify(unknown)}`);
  const inputs = Object.fromEntries(given.map(([name, value]) => [name, shown(value)]));
  const run = parts.runs.start({
    path,
    sha,
    branch,
    event: 'workflow_dispatch',
    actor: 'countersign[bot]',
    startedAt: new Date().toISOString().replace(/\.\d{3}Z$/, 'Z'),
    title: titleOf(text, inputs),
    inputs,
  });
  if (at(body, 'return_run_details') !== true) return { status: 204, body: null };
  return {
    status: 200,
    body: {
      workflow_run_id: run.id,
      run_url: `${parts.base}${home}/actions/runs/${run.id}`,
      html_url: `${parts.base}/${repository}/actions/runs/${run.id}`,
    },
  };
}

/** `run-name` with its inputs put in. */
function titleOf(workflow: string, inputs: Readonly<Record<string, string>>): string {
  const written = /^run-name: *(.+)$/m.exec(workflow)?.[1] ?? 'A run';
  return written.trim().replace(/\$\{\{ *inputs\.([\w-]+) *\}\}/g, (_, name: string) => inputs[name] ?? '');
}
