import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { effectAdapters } from '../../../lib/adapters/github-app/effects.ts';
import type { GitHubApp } from '../../../lib/adapters/github-app/app-hosts.ts';
import { compareFields } from '../../../lib/core/action/compare.ts';
import { issueCreate } from '../../../lib/core/action/issue-create.ts';
import type { EffectAdapter } from '../../../lib/core/port/effects.ts';
import { action, marker } from './issue-create.ts';
import { api, app, isolateNetwork } from './support.ts';

isolateNetwork();

const path = '/repos/acme/payments/issues';
const since = '2026-11-30T12:00:00Z';
const effect = { id: '7002', number: 8, url: 'https://github.com/acme/payments/issues/8' };

function issue(twist: object = {}): object {
  return {
    id: 7002,
    number: 8,
    html_url: effect.url,
    title: 'Payments are down',
    body: `Look here.\n\n${marker}`,
    state: 'open',
    labels: [{ name: 'payments' }, { name: 'incident' }],
    assignees: [{ login: 'Kim', id: 12 }],
    user: { id: 500, login: 'countersign[bot]', type: 'Bot' },
    performed_via_github_app: { id: 77 },
    ...twist,
  };
}

async function adapter(twist: Partial<GitHubApp> = {}): Promise<EffectAdapter> {
  const made = await effectAdapters(app(twist)).of({ type: 'github.issue.create', installation: '5' });
  if (made === null) throw new Error('no adapter');
  return made;
}

function page(issues: readonly object[], number = 1, query: object = {}): void {
  const order = { state: 'all', sort: 'created', direction: 'desc', since, per_page: 100, page: number };
  nock(api)
    .get(path)
    .query({ creator: 'countersign[bot]', ...order, ...query })
    .reply(200, issues);
}

test('an unknown type has no adapter', async () => {
  expect(await effectAdapters(app()).of({ type: 'github.issue.delete', installation: '5' })).toBeNull();
});

describe('performing', () => {
  test('sends the approved text with the marker as its last line', async () => {
    const body = {
      title: 'Payments are down',
      body: `Look here.\n\n${marker}`,
      labels: ['Incident', 'payments'],
      assignees: ['kim'],
    };
    nock(api).post(path, body).reply(201, issue());
    expect(await (await adapter()).perform({ action, marker })).toEqual({
      ok: true,
      value: { ...effect, status: 201 },
    });
  });

  test('sends nothing when the last look says no', async () => {
    const answer = await (await adapter()).perform({ action, marker, confirm: async () => false });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'refused', status: null } });
  });

  test('looks a last time before the request leaves, once', async () => {
    const order: string[] = [];
    nock(api)
      .post(path)
      .reply(201, () => {
        order.push('sent');
        return issue();
      });
    const confirm = async (): Promise<boolean> => {
      order.push('looked');
      return true;
    };
    await (await adapter()).perform({ action, marker, confirm });
    expect(order).toEqual(['looked', 'sent']);
  });

  test('ID-14: rejects with what the last look throws, and sends nothing', async () => {
    const order = { action, marker, confirm: () => Promise.reject(new Error('the ledger failed')) };
    await expect((await adapter()).perform(order)).rejects.toThrow('the ledger failed');
  });
});

describe('finding', () => {
  test('ID-02: finds what an unanswered write made', async () => {
    page([issue({ id: 1, number: 9, body: 'other' }), issue()]);
    expect(await (await adapter()).find({ action, marker, since })).toEqual({ ok: true, value: effect });
  });

  test('finds nothing where nothing is', async () => {
    page([]);
    expect(await (await adapter()).find({ action, marker, since })).toEqual({ ok: true, value: null });
  });

  test('ID-05: looks on the second page', async () => {
    page(Array.from({ length: 100 }, (_, index) => issue({ id: index + 1, body: null })));
    page([issue()], 2);
    expect(await (await adapter()).find({ action, marker, since })).toEqual({ ok: true, value: effect });
  });

  test('among too many issues it is not said that there is none', async () => {
    const full = Array.from({ length: 100 }, (_, index) => issue({ id: index + 1, body: null }));
    for (let number = 1; number <= 10; number += 1) page(full, number);
    expect(await (await adapter()).find({ action, marker, since })).toMatchObject({
      ok: false,
      fault: { code: 'unreadable' },
    });
  });

  test('finds no copy that another account made', async () => {
    page([issue({ user: { login: 'mallory', type: 'User' }, performed_via_github_app: null })]);
    expect(await (await adapter()).find({ action, marker, since })).toEqual({ ok: true, value: null });
  });

  test('without a known slug looks at every account’s and takes the App’s own', async () => {
    const order = { state: 'all', sort: 'created', direction: 'desc', since, per_page: 100, page: 1 };
    nock(api)
      .get(path)
      .query(order)
      .reply(200, [issue({ id: 1, performed_via_github_app: null }), issue()]);
    const { slug: _, ...nameless } = app();
    const made = await effectAdapters(nameless).of({ type: action.type, installation: '5' });
    expect(await made?.find({ action, marker, since })).toEqual({ ok: true, value: effect });
  });
});

describe('reading back', () => {
  test('ID-23: is a request of its own, uncached, and equal to what was approved', async () => {
    const answer = await read();
    expect(answer).toEqual({ ok: true, value: issueCreate.expected(action, marker) });
  });

  test.each([
    ['title', { title: 'Payments are up' }],
    ['body', { body: marker }],
    ['body', { body: null }],
    ['labels', { labels: [{ name: 'incident' }] }],
    ['labels', { labels: ['incident', 'payments', 'extra'] }],
    ['assignees', { assignees: [] }],
    ['state', { state: 'closed' }],
  ])('ID-22: tells a changed %s apart', async (field, twist) => {
    nock(api).get(`${path}/8`).reply(200, issue(twist));
    const answer = await (await adapter()).readBack({ action, marker, effect });
    if (!answer.ok || answer.value === null) throw new Error('unreadable');
    expect(compareFields(issueCreate.expected(action, marker), answer.value)).toMatchObject({
      differing: [field],
    });
  });

  test.each([
    ['another issue under the number', { id: 7003 }],
    ['an answer without labels', { labels: undefined }],
    ['an answer without assignees', { assignees: null }],
  ])('%s is unreadable', async (_, twist) => {
    expect(await read(twist)).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test('without a number there is nothing to read', async () => {
    const answer = await (await adapter()).readBack({ action, marker, effect: { ...effect, number: null } });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'unreadable', status: null } });
  });
});

async function read(twist: object = {}): Promise<unknown> {
  nock(api, { reqheaders: { 'cache-control': 'no-cache' } })
    .get(`${path}/8`)
    .reply(200, issue(twist));
  return (await adapter()).readBack({ action, marker, effect });
}
