import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const before = 'b'.repeat(40);
const after = 'a'.repeat(40);
const blob = { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 10, text: 'version: 1' };

async function ask(data: unknown, errors?: unknown, from: string | null = before): Promise<unknown> {
  nock(api)
    .post('/graphql')
    .reply(200, { data, ...(errors === undefined ? {} : { errors }) });
  return (await host()).policyChange({ repository, before: from, after });
}

describe('what a push did to the policy', () => {
  test('is told with both commits, and the organisation’s of now', async () => {
    const organisation = { head: { oid: 'c'.repeat(40) }, policy: blob };
    expect(await ask({ repository: { before: blob, after: { ...blob, text: 'x' } }, organisation })).toEqual({
      ok: true,
      value: {
        before: { commit: before, text: 'version: 1' },
        after: { commit: after, text: 'x' },
        organisation: { commit: 'c'.repeat(40), text: 'version: 1' },
      },
    });
  });

  test('may be that it came, or went', async () => {
    expect(await ask({ repository: { before: null, after: blob } }, undefined, null)).toMatchObject({
      value: { before: null, after: { commit: after }, organisation: null },
    });
    const errors = [{ type: 'NOT_FOUND', path: ['organisation'] }];
    expect(
      await ask({ repository: { before: blob, after: null }, organisation: null }, errors),
    ).toMatchObject({
      value: { before: { commit: before }, after: null, organisation: null },
    });
  });

  test.each([
    ['no data', null, undefined],
    ['a repository that is gone', { repository: null }, [{ type: 'NOT_FOUND', path: ['repository'] }]],
    ['another error', { repository: { before: null, after: null } }, [{ type: 'FORBIDDEN', path: ['x'] }]],
    ['a missing type', { repository: { before: {}, after: null } }, undefined],
  ])('PO-02: %s is unreadable', async (_, data, errors) => {
    expect(await ask(data, errors)).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('nothing is asked of what is no repository', async () => {
    const answer = await (await host()).policyChange({ repository: '../x', before, after });
    expect(answer).toMatchObject({ ok: false });
  });
});
