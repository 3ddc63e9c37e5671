import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const question = { repository, issueNodeId: 'I_1', commentNodeIds: ['IC_1', 'IC_2'] };

const commit = 'c'.repeat(40);

const issue = {
  kind: 'Issue',
  title: 'Countersign: x',
  body: 'body',
  closed: false,
  locked: false,
  labels: { nodes: [{ name: 'countersign' }, { name: 'mine' }] },
  repository: { databaseId: 7 },
};

function comment(id: string, twist: object = {}): object {
  return {
    kind: 'IssueComment',
    id,
    body: '/approve',
    lastEditedAt: null,
    isMinimized: false,
    author: { databaseId: 12 },
    ...twist,
  };
}

function data(twist: object = {}): object {
  return {
    repository: { databaseId: 7, isPrivate: true, policy: null },
    issue,
    comments: [comment('IC_1'), comment('IC_2')],
    ...twist,
  };
}

function answers(body: object): void {
  nock(api).post('/graphql').reply(200, body);
}

async function ask(twist: Partial<typeof question> = {}): Promise<unknown> {
  return (await host()).thread({ ...question, ...twist });
}

describe('the thread', () => {
  test('is one request that tells issue, comments and policy file', async () => {
    let asked: unknown = null;
    nock(api)
      .post('/graphql', (body) => {
        asked = body;
        return true;
      })
      .reply(200, { data: data() });
    expect(await ask()).toEqual({
      ok: true,
      value: {
        issue: {
          title: 'Countersign: x',
          body: 'body',
          open: true,
          locked: false,
          repositoryId: '7',
          labels: ['countersign', 'mine'],
          lastEditedAt: null,
        },
        comments: [
          { nodeId: 'IC_1', body: '/approve', lastEditedAt: null, hidden: false, authorId: '12' },
          { nodeId: 'IC_2', body: '/approve', lastEditedAt: null, hidden: false, authorId: '12' },
        ],
        repositoryId: '7',
        isPublic: false,
        policy: { repository: null, organisation: null },
      },
    });
    expect(Object.keys(asked ?? {}).toSorted()).toEqual(['query', 'variables']);
    expect(asked).toMatchObject({
      variables: { owner: 'acme', name: 'payments', issue: 'I_1', comments: ['IC_1', 'IC_2'] },
    });
  });

  test('OI-14: tells whether anybody can read the repository, and is unreadable where GitHub does not say', async () => {
    answers({ data: data({ repository: { databaseId: 7, isPrivate: false, policy: null } }) });
    expect(await ask()).toMatchObject({ value: { isPublic: true } });
    answers({ data: data({ repository: { databaseId: 7, policy: null } }) });
    expect(await ask()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('AP-22: an edit is told with its time', async () => {
    answers({
      data: data({ comments: [comment('IC_1', { lastEditedAt: '2026-11-30T12:00:00Z' }), comment('IC_2')] }),
    });
    expect(await ask()).toMatchObject({
      value: { comments: [{ lastEditedAt: '2026-11-30T12:00:00Z' }, {}] },
    });
  });

  test('PO-01: policy files come with the commit that they were read at', async () => {
    const file = { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 10, text: 'version: 1' };
    const own = { databaseId: 7, isPrivate: true, head: { oid: commit }, policy: file };
    answers({ data: data({ repository: own, organisation: { head: { oid: commit }, policy: file } }) });
    const read = { commit, text: 'version: 1' };
    expect(await ask()).toMatchObject({ value: { policy: { repository: read, organisation: read } } });
  });

  test.each([
    ['a folder', { kind: 'Tree' }],
    ['a binary file', { kind: 'Blob', isBinary: true, isTruncated: false, byteSize: 10, text: null }],
    [
      'a file that may be binary',
      { kind: 'Blob', isBinary: null, isTruncated: false, byteSize: 1, text: 'x' },
    ],
    ['a file cut short', { kind: 'Blob', isBinary: false, isTruncated: true, byteSize: 10, text: 'x' }],
    ['65,537 bytes', { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 65_537, text: 'x' }],
    [
      'a megabyte',
      { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 1, text: 'x'.repeat(2 ** 20) },
    ],
  ])('PO-02: %s is a policy that nobody can read, and none that is missing', async (_, policy) => {
    answers({
      data: data({ repository: { databaseId: 7, isPrivate: true, head: { oid: commit }, policy } }),
    });
    expect(await ask()).toMatchObject({ value: { policy: { repository: { commit, text: null } } } });
  });

  test('an organisation’s repository that is gone, or not to be seen, has no policy', async () => {
    const errors = [{ type: 'NOT_FOUND', path: ['organisation'] }];
    answers({ data: data({ organisation: null }), errors });
    expect(await ask()).toMatchObject({ value: { policy: { repository: null, organisation: null } } });
  });

  test('the organisation’s own place asks for no policy above it', async () => {
    let organised: unknown = null;
    nock(api)
      .post('/graphql', ({ variables }: { variables: { organised: boolean } }) => {
        organised = variables.organised;
        return true;
      })
      .reply(200, { data: data() });
    await ask({ repository: 'acme/.GitHub' });
    expect(organised).toBe(false);
  });

  test('AP-25: a comment that is gone is null', async () => {
    const errors = [{ type: 'NOT_FOUND', path: ['comments', 0], message: 'gone' }];
    answers({ data: data({ comments: [null, comment('IC_2')] }), errors });
    expect(await ask()).toMatchObject({ value: { comments: [null, { nodeId: 'IC_2' }] } });
  });

  test('an issue that is gone is null', async () => {
    answers({ data: data({ issue: null }), errors: [{ type: 'NOT_FOUND', path: ['issue'] }] });
    expect(await ask()).toMatchObject({ value: { issue: null } });
  });

  test('a node of another type is as good as gone', async () => {
    answers({
      data: data({ issue: { kind: 'PullRequest' }, comments: [{ kind: 'CommitComment' }, comment('IC_2')] }),
    });
    expect(await ask()).toMatchObject({ value: { issue: null, comments: [null, {}] } });
  });

  test('AU-10: a deleted account is no author', async () => {
    answers({
      data: data({ comments: [comment('IC_1', { author: null }), comment('IC_2', { author: {} })] }),
    });
    expect(await ask()).toMatchObject({ value: { comments: [{ authorId: null }, { authorId: null }] } });
  });

  test('AP-43: a transferred issue tells its new repository', async () => {
    answers({ data: data({ issue: { ...issue, repository: { databaseId: 8 } } }) });
    expect(await ask()).toMatchObject({ value: { issue: { repositoryId: '8' }, repositoryId: '7' } });
  });

  test.each([
    [
      'an error that is not about a node',
      { data: data(), errors: [{ type: 'FORBIDDEN', path: ['repository', 'policy'] }] },
    ],
    [
      'an organisation’s policy that may not be read',
      { data: data(), errors: [{ type: 'NOT_FOUND', path: ['organisation', 'policy'] }] },
    ],
    [
      'a policy without the commit it was read at',
      {
        data: data({ repository: { databaseId: 7, isPrivate: true, head: null, policy: { kind: 'Tree' } } }),
      },
    ],
    ['an error without a type', { data: data(), errors: [{ message: 'x' }] }],
    [
      'a repository that is gone',
      { data: data({ repository: null }), errors: [{ type: 'NOT_FOUND', path: ['repository'] }] },
    ],
    ['no data', { data: null }],
    ['fewer comments than asked', { data: data({ comments: [comment('IC_1')] }) }],
    ['comments in another order', { data: data({ comments: [comment('IC_2'), comment('IC_1')] }) }],
    ['an issue without a body', { data: data({ issue: { ...issue, body: null } }) }],
    ['an issue without its repository', { data: data({ issue: { ...issue, repository: null } }) }],
    ['no GraphQL', {}],
  ])('%s is unreadable', async (_, body) => {
    answers(body);
    expect(await ask()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('ID-11: is asked again after a fault of the server or of the line', async () => {
    nock(api)
      .post('/graphql')
      .reply(502, {})
      .post('/graphql')
      .replyWithError('reset')
      .post('/graphql')
      .reply(200, { data: data() });
    expect(await ask()).toMatchObject({ ok: true });
  });

  test('more comments than GitHub takes are not asked for', async () => {
    const commentNodeIds = Array.from({ length: 101 }, (_, index) => `IC_${index}`);
    expect(await ask({ commentNodeIds })).toMatchObject({ ok: false, fault: { status: null } });
  });
});
