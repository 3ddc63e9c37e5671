import { listOf, member, plain, read, type Access } from './api.ts';
import { account, idsOf } from './people.ts';
import type { Found } from './tool.ts';

/** The newest Actions runs of one workflow. Their authors are who caused them. */
export async function workflowRuns(
  access: Access,
  asked: {
    readonly workflow: string;
    readonly branch?: string;
    readonly status?: string;
    readonly limit?: number;
  },
): Promise<Found> {
  const { workflow, branch, status, limit = 10 } = asked;
  const path = `/actions/workflows/${encodeURIComponent(workflow)}/runs`;
  const answer = await read(access, path, { branch, status, per_page: limit });
  const runs = listOf(member(answer, 'workflow_runs')).slice(0, limit);
  return {
    data: {
      workflow,
      total: plain(member(answer, 'total_count')),
      runs: runs.map((one) => ({
        id: plain(member(one, 'id')),
        attempt: plain(member(one, 'run_attempt')),
        title: plain(member(one, 'display_title')),
        event: plain(member(one, 'event')),
        branch: plain(member(one, 'head_branch')),
        sha: plain(member(one, 'head_sha')),
        status: plain(member(one, 'status')),
        conclusion: plain(member(one, 'conclusion')),
        created_at: plain(member(one, 'created_at')),
        actor: account(member(one, 'actor')),
        triggering_actor: account(member(one, 'triggering_actor')),
      })),
    },
    authors: idsOf(runs.flatMap((one) => [member(one, 'actor'), member(one, 'triggering_actor')])),
  };
}
