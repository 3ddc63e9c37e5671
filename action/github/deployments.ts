import { listOf, member, plain, read, type Access } from './api.ts';
import { account, idsOf } from './people.ts';
import type { Found } from './tool.ts';

/** The newest deployments to an environment, each with its latest status. Their authors are who made either. */
export async function deployments(
  access: Access,
  { environment, limit = 10 }: { readonly environment: string; readonly limit?: number },
): Promise<Found> {
  const listed = listOf(await read(access, '/deployments', { environment, per_page: limit })).slice(0, limit);
  const withStatus = listed.map(async (one) => {
    const id = member(one, 'id');
    if (typeof id !== 'number') return { one, status: undefined };
    const statuses = await read(access, `/deployments/${id}/statuses`, { per_page: 1 });
    return { one, status: listOf(statuses)[0] };
  });
  const all = await Promise.all(withStatus);
  return {
    data: {
      environment,
      deployments: all.map(({ one, status }) => ({
        id: plain(member(one, 'id')),
        sha: plain(member(one, 'sha')),
        ref: plain(member(one, 'ref')),
        task: plain(member(one, 'task')),
        description: plain(member(one, 'description')),
        created_at: plain(member(one, 'created_at')),
        creator: account(member(one, 'creator')),
        status:
          status === undefined
            ? null
            : {
                state: plain(member(status, 'state')),
                description: plain(member(status, 'description')),
                created_at: plain(member(status, 'created_at')),
                creator: account(member(status, 'creator')),
              },
      })),
    },
    authors: idsOf(all.flatMap(({ one, status }) => [member(one, 'creator'), member(status, 'creator')])),
  };
}
