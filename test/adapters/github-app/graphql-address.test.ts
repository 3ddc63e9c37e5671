import { Octokit } from '@octokit/rest';
import nock from 'nock';
import { expect, test } from 'vitest';
import { keptConnections } from '../../../lib/adapters/github-app/connections.ts';
import { probotOctokit } from '../../../lib/adapters/github-app/octokit.ts';
import { graphqlBesideRest } from '../../../lib/adapters/github-runner/graphql-beside-rest.ts';
import { isolateNetwork } from './support.ts';

isolateNetwork();

const hosts = [
  ['https://api.github.com', 'https://api.github.com', '/graphql', '/repos/acme/payments'],
  ['https://ghes.example/api/v3', 'https://ghes.example', '/api/graphql', '/api/v3/repos/acme/payments'],
  ['https://api.octo.ghe.com', 'https://api.octo.ghe.com', '/graphql', '/repos/acme/payments'],
] as const;

// runatlantis/atlantis#1009, #1072
test.each(hosts)('by the App’s client, with REST at %s', async (baseUrl, origin, graphql, rest) => {
  const client = new (probotOctokit({ spacing: 'off' }))({ baseUrl, retry: { enabled: false } });
  nock(origin).post(graphql).reply(200, { data: 1 }).get(rest).reply(200, {});
  expect((await client.request('POST /graphql', { query: 'q' })).data).toEqual({ data: 1 });
  expect((await client.request('GET /repos/acme/payments')).status).toBe(200);
});

test.each(hosts)('by the App’s own line, with REST at %s', async (baseUrl, origin, graphql, rest) => {
  const exchange = keptConnections(baseUrl, new AbortController().signal);
  nock(origin).post(graphql).reply(200, '{}').get(rest).reply(200, '{}');
  const order = { headers: {}, body: null };
  expect((await exchange({ ...order, method: 'POST', path: '/graphql' })).status).toBe(200);
  expect((await exchange({ ...order, method: 'GET', path: '/repos/acme/payments' })).status).toBe(200);
});

test.each(hosts)('by the runner’s client, with REST at %s', async (baseUrl, origin, graphql, rest) => {
  const client = new Octokit({ baseUrl });
  graphqlBesideRest(client);
  nock(origin)
    .post(graphql)
    .twice()
    .reply(200, { data: { a: 1 } })
    .get(rest)
    .reply(200, {});
  expect((await client.request('POST /graphql', { query: 'q' })).status).toBe(200);
  expect(await client.graphql('q')).toEqual({ a: 1 });
  expect((await client.request('GET /repos/acme/payments')).status).toBe(200);
});
