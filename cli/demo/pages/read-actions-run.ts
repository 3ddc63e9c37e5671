import { repository } from '../emulator/cast.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { at, listAt, numberAt, shown, textAt } from '../json.ts';
import type { ActionsRunPage } from './actions-run.ts';
import type { ReadGitHub } from './read.ts';

/** Gathers what an Actions run's page shows. */
export async function readActionsRunPage(
  { runs }: Pick<EmulatedGitHub, 'runs'>,
  read: ReadGitHub,
  id: number,
): Promise<ActionsRunPage> {
  const [run, open] = await Promise.all([
    read(`/repos/${repository}/actions/runs/${id}`),
    read(`/repos/${repository}/issues?per_page=100`),
  ]);
  return {
    repository,
    title: textAt(run, 'display_title'),
    workflow: textAt(run, 'path').replace('.github/workflows/', ''),
    number: numberAt(run, 'run_number'),
    by: { login: shown(run, 'actor', 'login'), bot: at(run, 'actor', 'type') === 'Bot' },
    at: textAt(run, 'created_at'),
    branch: shown(run, 'head_branch'),
    sha: textAt(run, 'head_sha'),
    status: runs.progressOf(id),
    inputs: runs.dispatched('countersign[bot]').find((one) => one.id === id)?.inputs ?? {},
    openIssues: listAt(open).length,
  };
}
