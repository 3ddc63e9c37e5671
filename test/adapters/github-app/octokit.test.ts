import { generateKeyPairSync } from 'node:crypto';
import nock from 'nock';
import { pino } from 'pino';
import { Probot } from 'probot';
import { describe, expect, test } from 'vitest';
import { probotOctokit } from '../../../lib/adapters/github-app/octokit.ts';
import { ask, send, type GitHubClient } from '../../../lib/adapters/github-app/client.ts';
import { api, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const comments = '/repos/acme/payments/issues/7/comments';
const create = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const exhausted = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };

describe.each(['on', 'off'] as const)('with the spacing %s', (spacing) => {
  test('ID-11: a write under the primary limit is sent once and does not wait for its reset', async () => {
    const sent = announce('POST', (answer) => answer.reply(403, { message: 'limit' }, exhausted));
    const answer = await send(client(spacing), create, { repository, issue_number: 7, body: 'b' });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'refused', status: 403 } });
    expect(sent()).toBe(1);
  });

  test('ID-11: a read is asked again after a fault of the server', async () => {
    nock(api).get(comments).reply(502, {}).get(comments).reply(200, []);
    const answer = await client(spacing).request(`GET ${comments}`, {});
    expect(answer.status).toBe(200);
  });
});

test('ID-11: a read waits out a short limit', async () => {
  nock(api)
    .get(comments)
    .reply(403, { message: 'secondary rate limit' }, { 'retry-after': '1' })
    .get(comments)
    .reply(200, []);
  expect((await client('on').request(`GET ${comments}`, {})).status).toBe(200);
});

test('ID-11: a read does not sleep through a long limit', async () => {
  const sent = announce('GET', (answer) =>
    answer.reply(403, { message: 'secondary rate limit' }, { 'retry-after': '3600' }),
  );
  await expect(client('on').request(`GET ${comments}`, {})).rejects.toMatchObject({ status: 403 });
  expect(sent()).toBe(1);
});

test('production keeps GitHub’s spacing between writes, and off takes it away', async () => {
  const spaced = await gap('on');
  // GitHub asks for 1 s between writes. The timer may fire a little early.
  expect(spaced).toBeGreaterThan(900);
  expect(await gap('off')).toBeLessThan(spaced / 2);
});

// auth-app keeps a token for 59 minutes. The line asks for the next one by `auth`, not within a request.
test('a token is asked for at the host itself, and the App’s JWT goes nowhere else', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const baseUrl = 'https://ghes.example/api/v3';
  const log = pino({ level: 'silent' });
  const Octokit = probotOctokit({ spacing: 'off' });
  const probot = new Probot({ appId: 77, privateKey, secret: 's', baseUrl, log, Octokit });
  nock('https://ghes.example')
    .post('/api/v3/app/installations/5/access_tokens')
    .reply(201, { token: 't', expires_at: '2026-11-30T13:00:00Z', permissions: {} });
  const { auth } = await probot.auth(5);
  expect(await auth({ type: 'installation' })).toMatchObject({ token: 't' });
});

/** Milliseconds between the arrivals of two writes that were ordered together. */
async function gap(spacing: 'on' | 'off'): Promise<number> {
  const times: number[] = [];
  nock(api)
    .patch('/repos/acme/payments/issues/7')
    .twice()
    .reply(200, () => {
      times.push(performance.now());
      return {};
    });
  const one = client(spacing);
  const change = (): Promise<unknown> =>
    send(one, 'PATCH /repos/{owner}/{repo}/issues/{issue_number}', { repository, issue_number: 7 });
  await Promise.all([change(), change()]);
  const [first = 0, second = 0] = times;
  return second - first;
}

function client(spacing: 'on' | 'off'): GitHubClient {
  const Octokit = probotOctokit({ spacing });
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  // One queue a test: the throttle's state is global in the process, by this id.
  const throttle = { id: expect.getState().currentTestName ?? '' };
  const options = { baseUrl: api, auth: { token: 't' }, log, throttle, retry: { retryAfterBaseValue: 0 } };
  return new Octokit(options);
}

test('a request goes the client’s own way out, with a time limit', async () => {
  const seen: unknown[] = [];
  const fetch = async (_: string, init: RequestInit): Promise<Response> => {
    seen.push(init.signal);
    return Response.json({ id: 1, html_url: 'https://github.com/x' });
  };
  const Octokit = probotOctokit({ spacing: 'off' });
  const one = new Octokit({ baseUrl: api, auth: { token: 't' }, request: { fetch } });
  const place = { repository, issue_number: 7 };
  expect(await send(one, create, place)).toMatchObject({ ok: true, value: { status: 200 } });
  expect(await ask(one, 'GET /repos/{owner}/{repo}', place)).toMatchObject({ ok: true });
  expect(seen).toEqual([expect.any(AbortSignal), expect.any(AbortSignal)]);
});

function announce(method: string, reply: (interceptor: nock.Interceptor) => nock.Scope): () => number {
  let sent = 0;
  reply(nock(api).intercept(comments, method).times(5).optionally()).on('request', () => {
    sent += 1;
  });
  return () => sent;
}

function ignore(): void {}
