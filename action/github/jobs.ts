import type { JsonValue } from '../../lib/core/json/value.ts';
import { listOf, member, plain, read, type Access } from './api.ts';
import type { Found } from './tool.ts';

const most = 100;

/** The jobs of one Actions run or attempt, with the steps that failed. A runner wrote them: whose words those are, nobody knows. */
export async function jobs(
  access: Access,
  { run, attempt }: { readonly run: number; readonly attempt?: number },
): Promise<Found> {
  const part = attempt === undefined ? '' : `/attempts/${attempt}`;
  const answer = await read(access, `/actions/runs/${run}${part}/jobs`, { per_page: most });
  const listed = listOf(member(answer, 'jobs')).slice(0, most);
  return {
    data: {
      run,
      attempt: attempt ?? null,
      total: plain(member(answer, 'total_count')),
      jobs: listed.map((one) => ({
        id: plain(member(one, 'id')),
        name: plain(member(one, 'name')),
        attempt: plain(member(one, 'run_attempt')),
        status: plain(member(one, 'status')),
        conclusion: plain(member(one, 'conclusion')),
        completed_at: plain(member(one, 'completed_at')),
        failing_steps: listOf(member(one, 'steps'))
          .filter(failed)
          .map((step) => ({
            number: plain(member(step, 'number')),
            name: plain(member(step, 'name')),
          })),
      })),
    },
    authors: [],
  };
}

function failed(step: JsonValue): boolean {
  const conclusion = member(step, 'conclusion');
  return conclusion === 'failure' || conclusion === 'timed_out';
}
