import { listOf, member, plain, read, type Access } from './api.ts';
import { refPath } from './ref.ts';
import type { Found } from './tool.ts';

const most = 100;

/** The checks of a commit, the latest of each name. They are written by Apps: whose words those are, nobody knows. */
export async function checkRuns(access: Access, { ref }: { readonly ref: string }): Promise<Found> {
  const answer = await read(access, `/commits/${refPath(ref)}/check-runs`, { per_page: most });
  const listed = listOf(member(answer, 'check_runs')).toSorted(
    (one, other) => Number(member(other, 'id')) - Number(member(one, 'id')),
  );
  return {
    data: {
      ref,
      total: plain(member(answer, 'total_count')),
      check_runs: listed.slice(0, most).map((one) => ({
        id: plain(member(one, 'id')),
        name: plain(member(one, 'name')),
        app: plain(member(member(one, 'app'), 'slug')),
        sha: plain(member(one, 'head_sha')),
        status: plain(member(one, 'status')),
        conclusion: plain(member(one, 'conclusion')),
        completed_at: plain(member(one, 'completed_at')),
        title: plain(member(member(one, 'output'), 'title')),
      })),
    },
    authors: [],
  };
}
