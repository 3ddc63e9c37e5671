import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork } from './support.ts';

isolateNetwork();

const team = 'acme/sre';
const base = '/orgs/acme/teams/sre';
const question = { team, login: 'kim' };
const membership = `${base}/memberships/kim`;

describe('whether somebody is in a team', () => {
  test('25. an active member is one, of a child team too, as GitHub counts it', async () => {
    nock(api).get(membership).reply(200, { state: 'active', role: 'member', url: 'x' });
    expect(await (await host()).teamMembership(question)).toEqual({ ok: true, value: 'member' });
  });

  test('an invitation that was not accepted is no membership', async () => {
    nock(api).get(membership).reply(200, { state: 'pending', role: 'member', url: 'x' });
    expect(await (await host()).teamMembership(question)).toEqual({ ok: true, value: 'not_member' });
  });

  test('24. nobody of that name in a team that is shown is no member', async () => {
    nock(api).get(membership).reply(404, {});
    nock(api).get(base).reply(200, { id: 5, slug: 'sre', name: 'SRE' });
    expect(await (await host()).teamMembership(question)).toEqual({ ok: true, value: 'not_member' });
  });

  test.each([403, 404])('24. a team that GitHub answers %i for is not read', async (status) => {
    nock(api).get(membership).reply(404, {});
    nock(api).get(base).reply(status, {});
    expect(await (await host()).teamMembership(question)).toEqual({ ok: true, value: 'unreadable' });
  });

  test('24. a membership that the App may not read is not read', async () => {
    nock(api).get(membership).reply(403, { message: 'Resource not accessible by integration' });
    expect(await (await host()).teamMembership(question)).toEqual({ ok: true, value: 'unreadable' });
  });

  test('a rate limit is no answer, though its status is the same', async () => {
    nock(api).get(membership).times(5).optionally().reply(403, {}, { 'retry-after': '60' });
    expect(await (await host()).teamMembership(question)).toMatchObject({
      ok: false,
      fault: { code: 'unreadable', status: 403 },
    });
  });

  test.each([{}, { state: 7 }, null])('an answer that does not read is a fault: %j', async (body) => {
    nock(api).get(membership).reply(200, JSON.stringify(body), { 'content-type': 'application/json' });
    expect(await (await host()).teamMembership(question)).toMatchObject({ ok: false });
  });

  test('a team that does not read after a 404 is a fault', async () => {
    nock(api).get(membership).reply(404, {});
    nock(api).get(base).reply(200, { id: 'five' });
    expect(await (await host()).teamMembership(question)).toMatchObject({ ok: false });
  });

  test.each([
    ['acme', 'kim'],
    ['acme/..', 'kim'],
    ['acme/sre/x', 'kim'],
    ['../sre', 'kim'],
    [team, 'kim/x'],
    [team, '..'],
    [team, ''],
  ])('neither %j nor %j leads a path elsewhere', async (name, login) => {
    expect(await (await host()).teamMembership({ team: name, login })).toMatchObject({
      ok: false,
      fault: { code: 'unreadable', status: null },
    });
  });
});

describe('who is in a team', () => {
  const list = `${base}/members`;

  test('is told with type, and whether that is everybody', async () => {
    nock(api)
      .get(list)
      .query({ per_page: 100 })
      .reply(200, [{ id: 5, login: 'kim', type: 'User' }]);
    expect(await (await host()).teamMembers({ team })).toEqual({
      ok: true,
      value: { people: [{ account: { id: '5', login: 'kim' }, type: 'User' }], complete: true },
    });
    const page = Array.from({ length: 100 }, (_, index) => ({
      id: index + 1,
      login: `p${index}`,
      type: 'User',
    }));
    nock(api).get(list).query(true).reply(200, page);
    expect(await (await host()).teamMembers({ team })).toMatchObject({ value: { complete: false } });
  });

  test.each([403, 404])('is not read where GitHub answers %i', async (status) => {
    nock(api).get(list).query(true).reply(status, {});
    expect(await (await host()).teamMembers({ team })).toEqual({ ok: true, value: 'unreadable' });
  });

  test('is a fault where it does not read, or the name is none', async () => {
    nock(api)
      .get(list)
      .query(true)
      .reply(200, [{ id: 5 }]);
    expect(await (await host()).teamMembers({ team })).toMatchObject({ ok: false });
    expect(await (await host()).teamMembers({ team: 'sre' })).toMatchObject({ ok: false });
  });
});
