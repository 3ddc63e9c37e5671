import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { api, host, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const sha = 'a'.repeat(40);
const list = `/repos/acme/payments/commits/${sha}/check-runs`;
const question = { repository, name: 'Countersign', sha, externalId: 'e'.repeat(64) };
const output = { title: 'Waiting', summary: 'For one more.', text: 'entries' };
const actions = [{ label: 'Approve', description: 'Approve exactly this', identifier: 'approve' }];

function checkRun(twist: object = {}): object {
  return {
    id: 31,
    name: 'Countersign',
    head_sha: sha,
    external_id: 'e'.repeat(64),
    html_url: 'https://github.com/acme/payments/runs/31',
    url: `${api}/repos/acme/payments/check-runs/31`,
    app: { id: 77, slug: 'countersign' },
    output: { annotations_count: 0 },
    ...twist,
  };
}

function page(runs: readonly object[], number = 1): void {
  const query = { check_name: 'Countersign', app_id: 77, filter: 'all', per_page: 100, page: number };
  nock(api).get(list).query(query).reply(200, { total_count: runs.length, check_runs: runs });
}

const published = { ok: true, value: { id: '31', url: 'https://github.com/acme/payments/runs/31' } };

describe('a check run', () => {
  test('is made completed, with the external id by which it is found', async () => {
    const body = {
      name: 'Countersign',
      head_sha: sha,
      external_id: question.externalId,
      details_url: 'https://github.com/acme/payments/issues/7',
      status: 'completed',
      conclusion: 'neutral',
      output,
      actions,
    };
    nock(api).post('/repos/acme/payments/check-runs', body).reply(201, checkRun());
    const detailsUrl = 'https://github.com/acme/payments/issues/7';
    const made = await (
      await host()
    ).createCheckRun({ ...question, detailsUrl, conclusion: 'neutral', output, actions });
    expect(made).toEqual(published);
  });

  test('is changed in conclusion, output and buttons only', async () => {
    const body = { status: 'completed', conclusion: 'success', output, actions: [] };
    nock(api).patch('/repos/acme/payments/check-runs/31', body).reply(200, checkRun());
    const changed = await (
      await host()
    ).updateCheckRun({ repository, id: '31', conclusion: 'success', output, actions: [] });
    expect(changed).toEqual(published);
  });

  test('without a page of its own is named by its API address', async () => {
    nock(api)
      .patch('/repos/acme/payments/check-runs/31')
      .reply(200, checkRun({ html_url: null }));
    const changed = await (
      await host()
    ).updateCheckRun({ repository, id: '31', conclusion: 'success', output, actions: [] });
    expect(changed).toMatchObject({ value: { url: `${api}/repos/acme/payments/check-runs/31` } });
  });
});

describe('our own check run', () => {
  test('is found by its external id', async () => {
    page([checkRun({ id: 30, external_id: 'other' }), checkRun()]);
    expect(await (await host()).findCheckRun(question)).toEqual(published);
  });

  test('that is not there is null', async () => {
    page([]);
    expect(await (await host()).findCheckRun(question)).toEqual({ ok: true, value: null });
  });

  test.each([
    ['of GitHub Actions', { app: { id: 15_368, slug: 'github-actions' } }],
    ['of another App', { app: { id: 78 } }],
    ['of nobody', { app: null }],
    ['of another name', { name: 'countersign' }],
    ['of another commit', { head_sha: 'b'.repeat(40) }],
    ['without an external id', { external_id: null }],
  ])('AU-06: is never one %s', async (_, twist) => {
    page([checkRun(twist)]);
    expect(await (await host()).findCheckRun(question)).toEqual({ ok: true, value: null });
  });

  test('ID-05: is found on the second page', async () => {
    page(Array.from({ length: 100 }, (_, index) => checkRun({ id: 100 + index, external_id: 'other' })));
    page([checkRun()], 2);
    expect(await (await host()).findCheckRun(question)).toEqual(published);
  });

  test('among too many is not said to be missing', async () => {
    const full = Array.from({ length: 100 }, (_, index) =>
      checkRun({ id: 100 + index, external_id: 'other' }),
    );
    for (let number = 1; number <= 10; number += 1) page(full, number);
    expect(await (await host()).findCheckRun(question)).toMatchObject({ ok: false });
  });
});

test('an issue gets its whole list of labels, and is closed with a reason', async () => {
  const answer = { id: 7001, html_url: 'https://github.com/acme/payments/issues/7' };
  const path = '/repos/acme/payments/issues/7';
  nock(api)
    .patch(path, { labels: ['a', 'b'] })
    .reply(200, answer);
  nock(api)
    .patch(path, { labels: ['a'], state: 'closed', state_reason: 'not_planned' })
    .reply(200, answer);
  const at = await host();
  const issue = { repository, issueNumber: 7 };
  expect(await at.updateIssue({ ...issue, labels: ['a', 'b'], close: null })).toMatchObject({
    value: { id: '7001' },
  });
  expect(await at.updateIssue({ ...issue, labels: ['a'], close: 'not_planned' })).toMatchObject({ ok: true });
});
