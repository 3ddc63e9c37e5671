import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { deliveries } from '../../../lib/adapters/github-app/deliveries.ts';
import { api, app, isolateNetwork } from './support.ts';

isolateNetwork();

const date = 'Mon, 30 Nov 2026 12:05:00 GMT';
const log = deliveries(() => app().authenticate(''));

function shown(twist: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 12,
    guid: '0b989ba4-242f-11e5-81e1-c7b6966d2516',
    delivered_at: '2026-11-30T12:00:00.123Z',
    redelivery: false,
    duration: 0.1,
    status: 'OK',
    status_code: 202,
    event: 'issue_comment',
    action: 'created',
    installation_id: 5,
    repository_id: 701,
    ...twist,
  };
}

function answer(attempts: readonly object[], headers: Record<string, string> = { date }): void {
  nock(api).get('/app/hook/deliveries').query({ per_page: 100 }).reply(200, attempts, headers);
}

describe('a page of the delivery log', () => {
  test('tells each attempt by its own status', async () => {
    answer([
      shown(),
      shown({ id: 13, status: 'Invalid HTTP Response: 503', status_code: 503 }),
      shown({ id: 14, status: 'timed out', status_code: 0 }),
      shown({ id: 15, status: 'failed to connect to host', status_code: null, action: null }),
    ]);
    expect(await log.page({ cursor: null })).toMatchObject({
      ok: true,
      value: {
        attempts: [
          { id: '12', arrived: true, action: 'created', deliveredAt: Date.parse('2026-11-30T12:00:00.123Z') },
          { id: '13', arrived: false },
          { id: '14', arrived: false },
          { id: '15', arrived: false, action: null },
        ],
        next: null,
        readAt: Date.parse('2026-11-30T12:05:00Z'),
      },
    });
  });

  test('leads to the next by its cursor alone, whatever address GitHub names', async () => {
    const link = `<https://elsewhere.example/app/hook/deliveries?per_page=100&cursor=v1_12>; rel="next", <https://x.example/?cursor=z>; rel="first"`;
    answer([shown()], { date, link });
    expect(await log.page({ cursor: null })).toMatchObject({ value: { next: 'v1_12' } });
    nock(api).get('/app/hook/deliveries').query({ per_page: 100, cursor: 'v1_12' }).reply(200, [], { date });
    expect(await log.page({ cursor: 'v1_12' })).toMatchObject({ value: { attempts: [], next: null } });
  });

  test.each([
    ['without GitHub’s time', [shown()], {}],
    ['with a time that does not read', [shown({ delivered_at: 'yesterday' })], { date }],
    ['of another shape', [{ id: 1 }], { date }],
  ])('is unreadable %s', async (_, attempts, headers: Record<string, string>) => {
    answer(attempts, headers);
    expect(await log.page({ cursor: null })).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('that GitHub refuses is unreadable, with its status', async () => {
    nock(api).get('/app/hook/deliveries').query(true).reply(401, {});
    expect(await log.page({ cursor: null })).toMatchObject({ ok: false, fault: { status: 401 } });
  });
});

describe('a delivery', () => {
  test('is asked for by its attempt, once', async () => {
    nock(api).post('/app/hook/deliveries/12/attempts').reply(202, {});
    expect(await log.redeliver({ id: '12' })).toEqual({ ok: true, value: null });
  });

  test('that cannot be asked for is not asked for again', async () => {
    nock(api).post('/app/hook/deliveries/12/attempts').reply(502, {});
    expect(await log.redeliver({ id: '12' })).toMatchObject({ ok: false, fault: { status: 502 } });
  });
});
