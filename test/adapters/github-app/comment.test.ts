import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { appHosts } from '../../../lib/adapters/github-app/app-hosts.ts';
import { api, app, fullPage, host, isolateNetwork, ownComment, repository } from './support.ts';

isolateNetwork();

const path = '/repos/acme/payments/issues/7/comments';
const since = '2026-11-30T12:00:00Z';
const question = { repository, issueNumber: 7, marker: '<!-- marker -->', since };
const url = 'https://github.com/acme/payments/issues/7#issuecomment-9001';

function page(comments: readonly object[], number = 1): void {
  nock(api).get(path).query({ since, per_page: 100, page: number }).reply(200, comments);
}

async function find(): Promise<unknown> {
  return (await host()).findComment(question);
}

describe('a comment', () => {
  test('is posted as it is', async () => {
    nock(api)
      .post(path, { body: 'Done.' })
      .reply(201, ownComment({ body: 'Done.' }));
    expect(await (await host()).comment({ repository, issueNumber: 7, body: 'Done.' })).toEqual({
      ok: true,
      value: { id: '9001', url },
    });
  });

  test('of which GitHub stored another text is no comment of ours', async () => {
    nock(api)
      .post(path)
      .reply(201, ownComment({ body: 'Do' }));
    expect(await (await host()).comment({ repository, issueNumber: 7, body: 'Done.' })).toMatchObject({
      ok: false,
      fault: { code: 'ambiguous' },
    });
  });
});

describe('our own comment', () => {
  test('is found by its last line', async () => {
    page([ownComment({ id: 1, body: 'other' }), ownComment()]);
    expect(await find()).toEqual({ ok: true, value: { id: '9001', url } });
  });

  test('is the newest of several', async () => {
    page([ownComment({ id: 1 }), ownComment()]);
    expect(await find()).toMatchObject({ value: { id: '9001' } });
  });

  test('is found with white space that was added behind it', async () => {
    page([ownComment({ body: 'Done.\n\n<!-- marker -->\r\n\n' })]);
    expect(await find()).toMatchObject({ value: { id: '9001' } });
  });

  test('ID-05: is found on the second page', async () => {
    page(fullPage());
    page([ownComment()], 2);
    expect(await find()).toMatchObject({ value: { id: '9001' } });
  });

  test('that is not there is null', async () => {
    page([ownComment({ body: 'Done.' })]);
    expect(await find()).toEqual({ ok: true, value: null });
  });

  test.each([
    ['a person’s', { user: { login: 'dana', type: 'User' }, performed_via_github_app: null }],
    ['a person’s through our App', { user: { login: 'dana', type: 'User' } }],
    ['another App’s', { user: { login: 'other[bot]', type: 'Bot' }, performed_via_github_app: { id: 78 } }],
    [
      'a bot’s that GitHub says no App of',
      { user: { login: 'x[bot]', type: 'Bot' }, performed_via_github_app: null },
    ],
    ['an account’s that is gone', { user: null }],
    ['one with the marker in its middle', { body: '<!-- marker -->\nmore' }],
    ['one with more on the marker’s line', { body: 'x <!-- marker -->' }],
    ['one without a body', { body: null }],
  ])('is never %s', async (_, twist) => {
    page([ownComment(twist)]);
    expect(await find()).toEqual({ ok: true, value: null });
  });

  test('is known by our bot’s login where GitHub names no App', async () => {
    page([ownComment({ performed_via_github_app: null })]);
    expect(await find()).toMatchObject({ value: { id: '9001' } });
  });

  test('without a known slug is known by the App’s id alone', async () => {
    page([ownComment({ id: 1 }), ownComment({ performed_via_github_app: null })]);
    const { slug: _, ...nameless } = app();
    const found = await (await appHosts(nameless).installation('5')).findComment(question);
    expect(found).toMatchObject({ value: { id: '1' } });
  });

  test('DO-04: of too many comments it is not said that it is not there', async () => {
    for (let number = 1; number <= 10; number += 1) page(fullPage(), number);
    expect(await find()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('is not said to be missing when a page does not read', async () => {
    page([{ id: 'x' }]);
    expect(await find()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });
});
