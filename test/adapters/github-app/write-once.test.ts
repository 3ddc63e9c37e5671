import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { appHosts, type GitHubApp } from '../../../lib/adapters/github-app/app-hosts.ts';
import type { GitHubClient } from '../../../lib/adapters/github-app/client.ts';
import { effectAdapters } from '../../../lib/adapters/github-app/effects.ts';
import type { AppHost } from '../../../lib/core/port/app-host.ts';
import { action, marker } from './issue-create.ts';
import { api, app, isolateNetwork, octokit, repository } from './support.ts';

isolateNetwork();

interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly run: (app: GitHubApp) => Promise<unknown>;
}

const output = { title: 't', summary: 's', text: 'x' };
const conclusion = 'neutral';
const writes: Readonly<Record<string, Write>> = {
  'a comment': {
    method: 'POST',
    path: '/repos/acme/payments/issues/7/comments',
    run: byHost((host) => host.comment({ repository, issueNumber: 7, body: 'b' })),
  },
  'a new check run': {
    method: 'POST',
    path: '/repos/acme/payments/check-runs',
    run: byHost((host) => {
      const at = { name: 'n', sha: 'a'.repeat(40), externalId: 'e', detailsUrl: 'https://example.org' };
      return host.createCheckRun({ repository, ...at, conclusion, output, actions: [] });
    }),
  },
  'a changed check run': {
    method: 'PATCH',
    path: '/repos/acme/payments/check-runs/3',
    run: byHost((host) => host.updateCheckRun({ repository, id: '3', conclusion, output, actions: [] })),
  },
  'a changed issue': {
    method: 'PATCH',
    path: '/repos/acme/payments/issues/7',
    run: byHost((host) => host.updateIssue({ repository, issueNumber: 7, labels: [], close: null })),
  },
  'a new issue, the effect': {
    method: 'POST',
    path: '/repos/acme/payments/issues',
    run: async (github) => {
      const adapter = await effectAdapters(github).of({ type: action.type, installation: '5' });
      return adapter?.perform({ action, marker });
    },
  },
};

/** As production has it, and Probot's client alone, which is left with what the plain line does not take. */
const ways: Readonly<Record<string, () => GitHubApp>> = {
  'by the plain line': app,
  'in the client’s own way': () => app({ authenticate: async () => octokit() }),
};

const all = Object.entries(ways).flatMap(([way, by]) =>
  Object.entries(writes).map(([what, write]) => [`${what}, ${way},`, { ...write, by }] as const),
);

describe.each(all)('%s', (_, { method, path, run, by }) => {
  test.each([
    [500, 'ambiguous'],
    [502, 'ambiguous'],
    [503, 'ambiguous'],
    [408, 'ambiguous'],
    [401, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [410, 'refused'],
    [422, 'refused'],
    [429, 'refused'],
  ] as const)('ID-02, ID-11: answered %i is sent once and is %s', async (status, code) => {
    const sent = announce(method, path, (answer) => answer.reply(status, { message: 'no' }));
    expect(await run(by())).toMatchObject({ ok: false, fault: { code, status } });
    expect(sent()).toBe(1);
  });

  test('ID-11: under a secondary limit is sent once and refused: GitHub did not do it', async () => {
    const message = 'You have exceeded a secondary rate limit.';
    const sent = announce(method, path, (answer) => answer.reply(403, { message }, { 'retry-after': '1' }));
    expect(await run(by())).toMatchObject({ ok: false, fault: { code: 'refused', status: 403 } });
    expect(sent()).toBe(1);
  });

  test('ID-02: whose line breaks is sent once and ambiguous', async () => {
    const sent = announce(method, path, (answer) => answer.replyWithError('socket hang up'));
    expect(await run(by())).toMatchObject({ ok: false, fault: { code: 'ambiguous', status: null } });
    expect(sent()).toBe(1);
  });

  test('ID-02: that is answered unreadably is sent once and ambiguous', async () => {
    const sent = announce(method, path, (answer) => answer.reply(201, { unexpected: true }));
    expect(await run(by())).toMatchObject({ ok: false, fault: { code: 'ambiguous', status: 201 } });
    expect(sent()).toBe(1);
  });

  test('for which no token is to be had is not sent, and refused without a status', async () => {
    const sent = announce(method, path, (answer) => answer.reply(201, {}));
    expect(await run(app({ authenticate: async () => tokenless }))).toMatchObject({
      ok: false,
      fault: { code: 'refused', status: null },
    });
    expect(sent()).toBe(0);
  });
});

/** What a failing token exchange looks like from here: the request never leaves. */
const tokenless: GitHubClient = { request: () => Promise.reject(new Error('Bad credentials')) };

function byHost(run: (host: AppHost) => Promise<unknown>): Write['run'] {
  return async (github) => run(await appHosts(github).installation('5'));
}

/** Answers up to five requests alike, and counts them. */
function announce(
  method: Write['method'],
  path: string,
  reply: (interceptor: nock.Interceptor) => nock.Scope,
): () => number {
  let sent = 0;
  reply(nock(api).intercept(path, method).times(5).optionally()).on('request', () => {
    sent += 1;
  });
  return () => sent;
}
