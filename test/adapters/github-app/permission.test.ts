import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const none = { pull: false, triage: false, push: false, maintain: false, admin: false };
const path = '/repos/acme/payments/collaborators/kim/permission';
const question = { repository, login: 'kim' };

function answer(permissions: object, twist: object = {}): Record<string, unknown> {
  return {
    permission: 'admin',
    role_name: 'admin',
    user: {
      id: 12,
      login: 'kim',
      type: 'User',
      permissions: { ...none, ...permissions },
      role_name: 'admin',
    },
    ...twist,
  };
}

describe('the right of one person', () => {
  test.each([
    [{}, 'none'],
    [{ pull: true }, 'read'],
    [{ pull: true, triage: true }, 'triage'],
    [{ pull: true, triage: true, push: true }, 'write'],
    [{ pull: true, triage: true, push: true, maintain: true }, 'maintain'],
    [{ pull: true, triage: true, push: true, maintain: true, admin: true }, 'admin'],
  ])('%o is %s, whatever the role is called', async (permissions, role) => {
    nock(api).get(path).reply(200, answer(permissions));
    expect(await (await host()).permissionOf(question)).toEqual({
      ok: true,
      value: { account: { id: '12', login: 'kim' }, type: 'User', role, roleName: 'admin' },
    });
  });

  test('a custom role called admin that may only read reads', async () => {
    nock(api)
      .get(path)
      .reply(200, answer({ pull: true }, { role_name: 'admin-of-nothing' }));
    expect(await (await host()).permissionOf(question)).toMatchObject({
      value: { role: 'read', roleName: 'admin-of-nothing' },
    });
  });

  test('AP-40: an unknown person has none, and equals nobody', async () => {
    nock(api).get(path).reply(404, { message: 'Not Found' });
    expect(await (await host()).permissionOf(question)).toMatchObject({
      value: { role: 'none', account: { id: '0' } },
    });
  });

  test('AP-40: an answer without a person is none', async () => {
    nock(api)
      .get(path)
      .reply(200, answer({}, { user: null }));
    expect(await (await host()).permissionOf(question)).toMatchObject({ value: { role: 'none' } });
  });

  test('AP-34: the type is given as GitHub says it', async () => {
    const bot = { id: 9, login: 'kim', type: 'Bot', permissions: { ...none, admin: true } };
    nock(api)
      .get(path)
      .reply(200, answer({}, { user: bot }));
    expect(await (await host()).permissionOf(question)).toMatchObject({
      value: { type: 'Bot', role: 'admin' },
    });
  });

  test.each([
    { id: 12, login: 'kim', type: 'User' },
    { id: 12, login: 'kim', type: 'User', permissions: { admin: true } },
    { id: 12, login: 'kim', type: 'User', permissions: { ...none, admin: 'true' } },
    { id: 0, login: 'kim', type: 'User', permissions: none },
  ])('AP-40: rights that do not read are never a yes: %o', async (user) => {
    nock(api).get(path).reply(200, answer({}, { user }));
    expect(await (await host()).permissionOf(question)).toMatchObject({
      ok: false,
      fault: { code: 'unreadable' },
    });
  });

  test.each([403, 500])('AP-40: a question answered %i is never a yes', async (status) => {
    nock(api).get(path).times(5).optionally().reply(status, {});
    expect(await (await host()).permissionOf(question)).toMatchObject({
      ok: false,
      fault: { code: 'unreadable', status },
    });
  });

  test.each(['..', 'a/b', '', 'kim ', 'kim?x=1', '%2e%2e'])('no login is asked for as %j', async (login) => {
    expect(await (await host()).permissionOf({ repository, login })).toMatchObject({
      ok: false,
      fault: { code: 'unreadable', status: null },
    });
  });

  test('a bot’s login is asked for whole', async () => {
    nock(api).get('/repos/acme/payments/collaborators/renovate%5Bbot%5D/permission').reply(404, {});
    expect(await (await host()).permissionOf({ repository, login: 'renovate[bot]' })).toMatchObject({
      value: { role: 'none' },
    });
  });
});

describe('the people of a repository', () => {
  const list = '/repos/acme/payments/collaborators';
  test('are read with their rights', async () => {
    nock(api)
      .get(list)
      .query({ affiliation: 'all', per_page: 100 })
      .reply(200, [person(1), person(2)]);
    expect(await (await host()).collaborators({ repository })).toMatchObject({
      value: { complete: true, people: [{ account: { id: '1' }, role: 'write' }, { account: { id: '2' } }] },
    });
  });

  test('are not said to be complete when the page is full', async () => {
    const page = Array.from({ length: 100 }, (_, index) => person(index + 1));
    nock(api).get(list).query(true).reply(200, page);
    expect(await (await host()).collaborators({ repository })).toMatchObject({ value: { complete: false } });
  });

  test('of whom one does not read are unreadable together', async () => {
    nock(api)
      .get(list)
      .query(true)
      .reply(200, [person(1), { id: 2, login: 'x' }]);
    expect(await (await host()).collaborators({ repository })).toMatchObject({ ok: false });
  });
});

function person(id: number): object {
  const permissions = { ...none, pull: true, triage: true, push: true };
  return { id, login: `p${id}`, type: 'User', role_name: 'write', permissions };
}
