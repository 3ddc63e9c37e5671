import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork, ownComment, repository } from './support.ts';

isolateNetwork();

const since = '2026-11-30T12:00:00Z';
const date = 'Mon, 30 Nov 2026 12:05:00 GMT';

function shown(twist: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return ownComment({
    issue_url: `${api}/repos/acme/payments/issues/7`,
    created_at: '2026-11-30T12:01:00Z',
    updated_at: '2026-11-30T12:02:00Z',
    ...twist,
  });
}

function answer(comments: readonly object[], headers: Record<string, string> = { date }): void {
  nock(api)
    .get('/repos/acme/payments/issues/comments')
    .query({ since, sort: 'updated', direction: 'asc', per_page: 100, page: 1 })
    .reply(200, comments, headers);
}

async function read(): Promise<unknown> {
  return (await host()).commentsSince({ repository, since, page: 1 });
}

describe('comments since a time', () => {
  test('are asked for a hundred at a time by their last change, and tell what a decision needs', async () => {
    answer([
      shown({ body: '/status', user: { id: 2, login: 'kim', type: 'User' }, performed_via_github_app: null }),
    ]);
    expect(await read()).toEqual({
      ok: true,
      value: {
        comments: [
          {
            id: '9001',
            nodeId: 'IC_9001',
            url: 'https://github.com/acme/payments/issues/7#issuecomment-9001',
            issueNumber: 7,
            body: '/status',
            createdAt: '2026-11-30T12:01:00Z',
            updatedAt: '2026-11-30T12:02:00Z',
            author: { id: '2', login: 'kim', type: 'User' },
            throughApp: false,
          },
        ],
        more: false,
        readAt: '2026-11-30T12:05:00Z',
      },
    });
  });

  test('of a full page are not all', async () => {
    answer(Array.from({ length: 100 }, () => shown()));
    expect(await read()).toMatchObject({ value: { more: true } });
  });

  test('of an account that is gone, without text, or on no issue are told as such', async () => {
    answer([shown({ user: null, body: null, issue_url: `${api}/x` }), shown()]);
    expect(await read()).toMatchObject({
      value: { comments: [{ author: null, body: '', issueNumber: 0 }, { throughApp: true }] },
    });
  });

  test.each([
    ['without GitHub’s time', [shown()], {}],
    ['of another shape', [{ id: 1 }], { date }],
  ])('are unreadable %s', async (_, comments, headers: Record<string, string>) => {
    answer(comments, headers);
    expect(await read()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('ID-11: tell when to ask again after a rate limit', async () => {
    nock(api).get('/repos/acme/payments/issues/comments').query(true).reply(403, {}, { 'retry-after': '7' });
    expect(await read()).toMatchObject({ ok: false, fault: { status: 403, retryAfterMs: 7000 } });
  });
});
