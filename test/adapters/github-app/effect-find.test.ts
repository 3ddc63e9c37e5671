/** How the effects of each type are told from other people's, on whatever page they stand. */
import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { effectAdapters } from '../../../lib/adapters/github-app/effects.ts';
import { macOf } from '../../../lib/core/action/marker.ts';
import { trailerOf } from '../../../lib/core/action/pull-merge.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { action as sample, marker } from './issue-create.ts';
import { api, app, isolateNetwork } from './support.ts';

isolateNetwork();

const since = '2026-11-30T12:00:00Z';
const head = 'a'.repeat(40);
const ours = { user: { login: 'countersign[bot]', type: 'Bot' }, performed_via_github_app: { id: 77 } };
const person = { login: 'mallory', type: 'User' };
const repository = '/repos/acme/payments';

async function find(type: string, input: JsonObject): Promise<unknown> {
  const made = await effectAdapters(app()).of({ type, installation: '5' });
  return made?.find({ action: { ...sample, type, input }, marker, since });
}

describe('a comment of ours', () => {
  const comments = `${repository}/issues/5/comments`;
  const look = async (): Promise<unknown> =>
    find('github.issue.comment', { number: 5, body: 'Rolled back.' });
  const comment = (twist: object = {}): object => ({
    id: 9001,
    html_url: 'https://github.com/acme/payments/issues/5#issuecomment-9001',
    body: `Rolled back.\n\n${marker}`,
    ...ours,
    ...twist,
  });
  const full = Array.from({ length: 100 }, (_, index) => comment({ id: index + 1, body: null }));
  const page = (listed: readonly object[], number = 1): void => {
    nock(api).get(comments).query({ since, per_page: 100, page: number }).reply(200, listed);
  };

  test('ID-05: is found on the second page', async () => {
    page(full);
    page([comment()], 2);
    expect(await look()).toMatchObject({ ok: true, value: { id: '9001', number: null } });
  });

  test('is not said to be missing among too many', async () => {
    for (let number = 1; number <= 10; number += 1) page(full, number);
    expect(await look()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test.each([
    ['a person’s', { user: person, performed_via_github_app: null }],
    ['a person’s through our App', { user: person }],
    ['another App’s', { performed_via_github_app: { id: 78 } }],
    ['an account’s that is gone', { user: null }],
    ['one that quotes the marker', { body: `> ${marker}` }],
    ['one with the marker in its middle', { body: `${marker}\nmore` }],
  ])('ID-02: is never %s with the same text', async (_, twist) => {
    page([comment(twist)]);
    expect(await look()).toEqual({ ok: true, value: null });
  });

  test.each([404, 410])('is on no issue that GitHub answers %i for', async (status) => {
    nock(api).get(comments).query(true).reply(status, {});
    expect(await look()).toEqual({ ok: true, value: null });
  });
});

describe('an Actions run of ours', () => {
  const runs = `${repository}/actions/workflows/rollback.yml/runs`;
  const look = async (): Promise<unknown> =>
    find('github.workflow.dispatch', { workflow: 'rollback.yml', ref: 'refs/heads/main', inputs: {} });
  const run = (twist: object = {}): object => ({
    id: 31,
    html_url: 'https://github.com/acme/payments/actions/runs/31',
    path: '.github/workflows/rollback.yml',
    display_title: `Roll back (${macOf(marker)})`,
    event: 'workflow_dispatch',
    status: 'queued',
    conclusion: null,
    head_branch: 'main',
    head_sha: head,
    created_at: '2026-11-30T12:00:05Z',
    actor: { login: 'countersign[bot]', type: 'Bot' },
    ...twist,
  });
  const full = (created_at: string): readonly object[] =>
    Array.from({ length: 100 }, (_, index) => run({ id: index + 1, display_title: 'CI', created_at }));
  const page = (listed: readonly object[], number = 1): void => {
    nock(api)
      .get(runs)
      .query({ per_page: 100, page: number })
      .reply(200, { total_count: 1, workflow_runs: listed });
  };

  test('ID-05: is found on the second page', async () => {
    page(full('2026-11-30T12:00:09Z'));
    page([run()], 2);
    expect(await look()).toMatchObject({ ok: true, value: { id: '31' } });
  });

  test('is not looked for behind what is older than the intent', async () => {
    page(full('2026-11-30T11:59:59Z'));
    expect(await look()).toEqual({ ok: true, value: null });
  });

  test('is not said to be missing among too many', async () => {
    for (let number = 1; number <= 10; number += 1) page(full('2026-11-30T12:00:09Z'), number);
    expect(await look()).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
  });

  test.each([
    ['a person’s', { actor: person }],
    ['another App’s', { actor: { login: 'other[bot]', type: 'Bot' } }],
    ['an account’s that is gone', { actor: null }],
    ['one that something else started', { event: 'push' }],
    ['one without the key', { display_title: 'Roll back' }],
  ])('ID-02: is never %s', async (_, twist) => {
    page([run(twist)]);
    expect(await look()).toEqual({ ok: true, value: null });
  });

  test('is not known where the App does not know its own name', async () => {
    const { slug: _, ...nameless } = app();
    const made = await effectAdapters(nameless).of({ type: 'github.workflow.dispatch', installation: '5' });
    const input = { workflow: 'rollback.yml', ref: 'refs/heads/main', inputs: {} };
    const action = { ...sample, type: 'github.workflow.dispatch', input };
    expect(await made?.find({ action, marker, since })).toMatchObject({ ok: false });
  });
});

describe('a merge of ours', () => {
  const look = async (): Promise<unknown> =>
    find('github.pull.merge', {
      number: 6,
      head,
      base: 'refs/heads/main',
      method: 'merge',
      title: 'Merge the fix',
      message: '',
    });
  const pull = (twist: object = {}): void => {
    nock(api)
      .get(`${repository}/pulls/6`)
      .reply(200, {
        id: 61,
        number: 6,
        html_url: 'https://github.com/acme/payments/pull/6',
        state: 'closed',
        merged: true,
        merged_by: { login: 'countersign[bot]', type: 'Bot' },
        merge_commit_sha: 'b'.repeat(40),
        head: { sha: head },
        base: { ref: 'main' },
        ...twist,
      });
  };
  const says = (message: string): void => {
    nock(api)
      .get(`${repository}/commits/${'b'.repeat(40)}`)
      .reply(200, { commit: { message } });
  };

  test('is known by its trailer', async () => {
    pull();
    says(`Merge the fix\n\n${trailerOf(marker)}`);
    expect(await look()).toMatchObject({ ok: true, value: { id: '61', number: 6 } });
  });

  test.each([
    ['a person', { merged_by: person }],
    ['another App', { merged_by: { login: 'other[bot]', type: 'Bot' } }],
    ['an account that is gone', { merged_by: null }],
    ['nobody', { merged: false, merged_by: null }],
  ])('ID-02: is none that %s made, whatever its commit says', async (_, twist) => {
    pull(twist);
    expect(await look()).toEqual({ ok: true, value: null });
  });

  test('ID-02: is none that another run of the App made', async () => {
    pull();
    says(`Merge the fix\n\n${trailerOf(marker.replaceAll('a'.repeat(64), 'b'.repeat(64)))}`);
    expect(await look()).toEqual({ ok: true, value: null });
  });

  test('is not said to be missing where its commit cannot be read', async () => {
    pull();
    nock(api)
      .get(`${repository}/commits/${'b'.repeat(40)}`)
      .reply(404, {});
    expect(await look()).toMatchObject({ ok: false });
    pull({ merge_commit_sha: null });
    expect(await look()).toMatchObject({ ok: false });
  });
});
