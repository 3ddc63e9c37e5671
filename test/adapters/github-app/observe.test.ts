import nock from 'nock';
import { describe, expect, test } from 'vitest';
import type { Precondition } from '../../../lib/core/action/precondition.ts';
import { digestIssue } from '../../../lib/core/approval/decide.ts';
import { api, host, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const [sha, tagged] = ['a'.repeat(40), 'b'.repeat(40)];

const whole: Precondition = {
  ref: { name: 'refs/heads/main', sha },
  issue: { number: 5, state: 'open', digest: 'd'.repeat(64) },
  file: { path: 'deploy/values.yml', ref: 'refs/heads/main', sha },
};

const person = (databaseId: number | null): object => ({ user: databaseId === null ? null : { databaseId } });

const answer = {
  databaseId: 7,
  ref: { target: { kind: 'Commit', oid: sha } },
  commit: {
    kind: 'Commit',
    authors: { totalCount: 2, nodes: [person(11), person(12)] },
    committer: person(13),
  },
  issue: { title: 'T', body: 'b', state: 'OPEN' },
  file: { kind: 'Blob', oid: sha },
};

function answers(twist: object = {}, rest: object = {}): void {
  nock(api)
    .post('/graphql')
    .reply(200, { data: { repository: { ...answer, ...twist } }, ...rest });
}

async function ask(precondition: Precondition = whole): Promise<unknown> {
  return (await host()).observe({ repository, precondition });
}

describe('what a precondition depends on', () => {
  test('is read in one request, with the commit’s authors', async () => {
    let asked: unknown = null;
    nock(api)
      .post('/graphql', (body) => {
        asked = body;
        return true;
      })
      .reply(200, { data: { repository: answer } });
    expect(await ask()).toEqual({
      ok: true,
      value: {
        repositoryId: '7',
        ref: { sha },
        issue: { state: 'open', digest: digestIssue({ title: 'T', body: 'b' }) },
        file: { sha },
        authors: ['11', '12', '13'],
      },
    });
    expect(asked).toMatchObject({
      variables: {
        owner: 'acme',
        name: 'payments',
        withRef: true,
        ref: 'refs/heads/main',
        commit: sha,
        withIssue: true,
        issue: 5,
        withFile: true,
        file: 'refs/heads/main:deploy/values.yml',
      },
    });
  });

  test('is asked for only as far as the precondition names it', async () => {
    let variables: unknown = null;
    nock(api)
      .post('/graphql', (body: { readonly variables: unknown }) => {
        variables = body.variables;
        return true;
      })
      .reply(200, { data: { repository: { databaseId: 7 } } });
    expect(await ask({ ref: null, issue: null, file: null })).toMatchObject({
      value: { ref: null, issue: null, file: null, authors: null },
    });
    expect(variables).toMatchObject({ withRef: false, withIssue: false, withFile: false });
  });

  test.each([
    ['a branch that is gone', { ref: null, commit: null }, { ref: null, authors: null }],
    [
      'a tag, through its own object',
      { ref: { target: { kind: 'Tag', oid: tagged, target: { kind: 'Commit', oid: sha } } } },
      { ref: { sha } },
    ],
    [
      'a tag of something else',
      { ref: { target: { kind: 'Tag', oid: tagged, target: { kind: 'Blob', oid: sha } } } },
      { ref: null },
    ],
    ['a ref to no commit', { ref: { target: { kind: 'Tree', oid: sha } } }, { ref: null }],
    ['an id that is no commit’s', { commit: { kind: 'Blob' } }, { authors: null }],
    [
      'authors without an account',
      {
        commit: {
          ...answer.commit,
          authors: { totalCount: 2, nodes: [person(null), null] },
          committer: null,
        },
      },
      { authors: [] },
    ],
    ['a folder in the file’s place', { file: { kind: 'Tree', oid: sha } }, { file: null }],
    ['a file that is gone', { file: null }, { file: null }],
    ['a closed issue', { issue: { ...answer.issue, state: 'CLOSED' } }, { issue: { state: 'closed' } }],
  ])('tells %s', async (_, twist, value) => {
    answers(twist);
    expect(await ask()).toMatchObject({ ok: true, value });
  });

  test('tells an issue that is gone as GitHub does', async () => {
    answers({ issue: null }, { errors: [{ type: 'NOT_FOUND', path: ['repository', 'issue'] }] });
    expect(await ask()).toMatchObject({ ok: true, value: { issue: null } });
  });

  test.each([
    ['another error', { issue: null }, [{ type: 'FORBIDDEN', path: ['repository', 'issue'] }]],
    ['a part that may not be seen', { file: null }, [{ type: 'FORBIDDEN', path: ['repository', 'file'] }]],
    ['an error without a place', {}, [{ type: 'NOT_FOUND', path: null }]],
    ['an unknown state', { issue: { ...answer.issue, state: 'MERGED' } }, null],
    ['a short commit', { ref: { target: { kind: 'Commit', oid: 'abc' } } }, null],
    [
      'more authors than are looked at',
      { commit: { ...answer.commit, authors: { ...answer.commit.authors, totalCount: 3 } } },
      null,
    ],
    ['no count of authors', { commit: { ...answer.commit, authors: { nodes: [] } } }, null],
  ])('AP-40: is a fault after %s, and never a yes', async (_, twist, errors) => {
    answers(twist, errors === null ? {} : { errors });
    expect(await ask()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('AP-40: is a fault where the repository is not seen', async () => {
    nock(api)
      .post('/graphql')
      .reply(200, { data: { repository: null }, errors: [{ type: 'NOT_FOUND', path: ['repository'] }] });
    expect(await ask()).toMatchObject({ ok: false });
    nock(api).post('/graphql').reply(200, { data: null });
    expect(await ask()).toMatchObject({ ok: false });
  });

  test('asks nothing of what is no repository', async () => {
    const answered = await (await host()).observe({ repository: 'acme/../x', precondition: whole });
    expect(answered).toMatchObject({ ok: false });
  });
});
