import { describe, expect, it } from 'vitest';
import type { Answer, GitHubClient } from '../../../lib/adapters/github-app/client.ts';
import { reading } from '../../../lib/adapters/github-app/reading.ts';

const route = 'GET /repos/{owner}/{repo}/installation';
const question = { owner: 'acme', repo: 'payments', headers: { a: 'b' }, request: { signal: null } };

/** A client whose line answers with this status, and the requests of either way. */
function clientOf(status: number | null): { readonly client: GitHubClient; readonly asked: unknown[][] } {
  const asked: unknown[][] = [];
  const answer = (given: number): Answer => ({ status: given, headers: {}, data: { from: given } });
  const client: GitHubClient = {
    request: async (...order) => {
      asked.push(['client', ...order]);
      return answer(299);
    },
    line: {
      send: async (...order) => {
        asked.push(['line', ...order]);
        if (status === null) throw new Error('no answer');
        return answer(status);
      },
      inTurn: (_, write) => write(),
    },
  };
  return { client, asked };
}

describe('a question of the reader’s own', () => {
  it('goes over the line, with its headers and without the client’s options', async () => {
    const { client, asked } = clientOf(200);
    expect(await reading(client).request(route, question)).toMatchObject({ status: 200 });
    expect(asked).toEqual([['line', route, { owner: 'acme', repo: 'payments' }, { a: 'b' }]]);
  });

  it.each([500, 301, null])('goes in the client’s way where the line comes to %s', async (status) => {
    const { client, asked } = clientOf(status);
    expect(await reading(client).request(route, question)).toMatchObject({ status: 299 });
    expect(asked.at(-1)).toEqual(['client', route, question]);
  });

  it('that GitHub refuses is asked once, and the refusal carries its answer', async () => {
    const { client, asked } = clientOf(404);
    await expect(reading(client).request(route, question)).rejects.toMatchObject({
      response: { status: 404 },
    });
    expect(asked).toHaveLength(1);
  });
});
