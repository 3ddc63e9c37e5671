import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork } from './support.ts';

isolateNetwork();

const oid = 'a'.repeat(40);
const blob = { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 10, text: 'version: 1' };
const facts = {
  databaseId: 702,
  nameWithOwner: 'acme/public',
  isArchived: false,
  owner: { databaseId: 77 },
  head: { oid },
  policy: blob,
};
const organisation = { head: { oid }, policy: null };

async function ask(data: unknown, errors?: unknown): Promise<unknown> {
  nock(api)
    .post('/graphql')
    .reply(200, { data, ...(errors === undefined ? {} : { errors }) });
  return (await host()).target({ repository: 'acme/public' });
}

describe('a repository that an action is for', () => {
  test('is told with the id, name and owner that it has now, and the policies that apply', async () => {
    expect(await ask({ repository: { ...facts, isArchived: true }, organisation })).toEqual({
      ok: true,
      value: {
        repository: { id: '702', ownerId: '77', name: 'acme/public' },
        archived: true,
        policy: { repository: { commit: oid, text: 'version: 1' }, organisation: null },
      },
    });
  });

  test('is null where there is none, or none that the installation sees', async () => {
    const errors = [{ type: 'NOT_FOUND', path: ['repository'] }];
    expect(await ask({ repository: null, organisation }, errors)).toEqual({ ok: true, value: null });
  });

  test('may have an organisation without a policy’s place', async () => {
    const errors = [{ type: 'NOT_FOUND', path: ['organisation'] }];
    expect(await ask({ repository: facts, organisation: null }, errors)).toMatchObject({
      value: { policy: { organisation: null } },
    });
  });

  test.each([
    ['no data', null, undefined],
    ['another error', { repository: null }, [{ type: 'FORBIDDEN', path: ['repository'] }]],
    [
      'a policy that is null for an error',
      { repository: { ...facts, policy: null }, organisation },
      [{ type: 'NOT_FOUND', path: ['repository', 'policy'] }],
    ],
    [
      'an organisation’s that is null for an error',
      { repository: facts, organisation },
      [{ type: 'NOT_FOUND', path: ['organisation', 'policy'] }],
    ],
    ['no owner', { repository: { ...facts, owner: {} }, organisation }, undefined],
    ['no word on its archive', { repository: { ...facts, isArchived: null }, organisation }, undefined],
  ])('PO-02: %s is unreadable, and no repository without a policy', async (_, data, errors) => {
    expect(await ask(data, errors)).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('nothing is asked of what is no repository', async () => {
    expect(await (await host()).target({ repository: '../x' })).toMatchObject({ ok: false });
  });
});
