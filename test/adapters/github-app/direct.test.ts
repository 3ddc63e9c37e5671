import nock from 'nock';
import { expect, test } from 'vitest';
import { ask, askGraph, type GitHubClient } from '../../../lib/adapters/github-app/client.ts';
import { keptConnections } from '../../../lib/adapters/github-app/connections.ts';
import { createLine } from '../../../lib/adapters/github-app/line.ts';
import { probotOctokit } from '../../../lib/adapters/github-app/octokit.ts';
import { turns } from '../../../lib/adapters/github-app/turns.ts';
import { api, isolateNetwork, repository } from './support.ts';

isolateNetwork();

const path = '/repos/acme/payments/issues/7/comments';
const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
const place = { repository, issue_number: 7 };
const query = { query: 'query { viewer { login } }', variables: {} };

test('a GraphQL query does not wait as if it wrote', async () => {
  const times: number[] = [];
  nock(api)
    .post('/graphql')
    .twice()
    .reply(200, () => {
      times.push(performance.now());
      return { data: {} };
    });
  const one = client();
  await Promise.all([askGraph(one, query), askGraph(one, query)]);
  const [first = 0, second = 0] = times;
  // The throttle would keep a second between them.
  expect(second - first).toBeLessThan(700);
});

test('a read is asked with the token', async () => {
  nock(api, { reqheaders: { authorization: 'token t' } })
    .get(path)
    .reply(200, []);
  expect(await ask(client(), route, place)).toMatchObject({ ok: true });
});

test('ID-11: a read that failed is asked again by the client, with its pauses', async () => {
  nock(api).get(path).reply(502, {}).get(path).reply(502, {}).get(path).reply(200, [1]);
  expect(await ask(client(), route, place)).toMatchObject({ ok: true, value: { data: [1] } });
});

test('ID-11: a connection that broke is one more reason', async () => {
  nock(api).get(path).replyWithError('socket hang up').get(path).reply(200, []);
  expect(await ask(client(), route, place)).toMatchObject({ ok: true });
});

test('ID-11: a read that met a rate limit is not asked again before its time', async () => {
  nock(api).get(path).reply(403, { message: 'secondary rate limit' }, { 'retry-after': '7' });
  expect(await ask(client(), route, place)).toMatchObject({
    ok: false,
    fault: { code: 'unreadable', status: 403, retryAfterMs: 7000 },
  });
});

test.each([
  ['has no time', { errors: [{ message: 'Something went wrong while executing your query.' }] }],
  ['limits the rate', { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }],
])('ID-11: a query that GitHub answers with 200 and %s is asked again', async (_, told) => {
  nock(api).post('/graphql').reply(200, told).post('/graphql').reply(200, { data: {} });
  expect(await askGraph(client(), query)).toMatchObject({ ok: true, value: { data: { data: {} } } });
});

test('an error about one node is an answer', async () => {
  const told = { data: { node: null }, errors: [{ type: 'NOT_FOUND', path: ['node'] }] };
  nock(api).post('/graphql').reply(200, told);
  expect(await askGraph(client(), query)).toMatchObject({ ok: true, value: { data: told } });
});

/** As in production, the throttle on; its queues are global in the process, by this id. */
function client(): GitHubClient {
  const Octokit = probotOctokit({ spacing: 'on' });
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const throttle = { id: expect.getState().currentTestName ?? '' };
  const options = { baseUrl: api, auth: { token: 't' }, log, throttle, retry: { retryAfterBaseValue: 0 } };
  const { request } = new Octokit(options);
  const exchange = keptConnections(api, new AbortController().signal);
  return {
    request,
    line: createLine(exchange, async () => ({ authorization: 'token t', isNew: false }), turns()),
  };
}

function ignore(): void {}
