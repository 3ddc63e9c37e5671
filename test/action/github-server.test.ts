import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mcpServers } from '../../lib/adapters/mcp-client/servers.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { EvidenceServer, ToolAnswer } from '../../lib/core/port/evidence-server.ts';

const token = 'ghs_canary0123456789abcdefghijklmnopqrstuv';
const home = mkdtempSync(join(tmpdir(), 'github-server-'));
const never = new AbortController().signal;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A host that answers as a test says. */
let host: Server;
let address: string;
let handle: Handle;
let asked: Array<{ readonly method: string; readonly url: string; readonly authorization: string }>;
let server: EvidenceServer;

beforeAll(async () => {
  host = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, authorization: headers.authorization ?? '' });
    handle(request, response);
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  // A TCP server's address is one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  server = await start({ READ_API_URL: address, READ_REPOSITORY: 'acme/payments', READ_TOKEN: token });
});
afterAll(async () => {
  await server.stop();
  host.closeAllConnections();
  host.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  handle = json([]);
});

async function start(environment: Readonly<Record<string, string>>): Promise<EvidenceServer> {
  const started = await mcpServers().start(
    {
      server: 'github',
      version: null,
      command: process.execPath,
      arguments: [resolve('dist/github/index.js')],
      directory: home,
      environment: { HOME: home, ...environment },
    },
    never,
  );
  if (!started.ok) throw new Error(started.fault.what);
  return started.value;
}

async function call(tool: string, input: JsonObject, of = server): Promise<ToolAnswer> {
  const answer = await of.call(tool, input, never);
  if (!answer.ok) throw new Error(answer.fault.what);
  return answer.value;
}

function json(value: unknown, status = 200): Handle {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

const sha = 'a'.repeat(40);
const commit = {
  sha,
  commit: {
    message: 'Retry',
    author: { name: 'Ana', date: '2026-11-30T12:00:00Z' },
    committer: { name: 'GitHub', date: '2026-11-30T12:00:00Z' },
  },
  author: { id: 41, login: 'ana' },
  committer: { id: 19_864_447, login: 'web-flow' },
  parents: [],
  files: [{ filename: 'charge.js', status: 'modified', additions: 1, deletions: 1 }],
};

describe('our own server over GitHub', () => {
  it('offers only tools that say they only read', async () => {
    const tools = await server.tools();
    if (!tools.ok) throw new Error(tools.fault.what);
    expect(tools.value.map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['deployments', true],
      ['check-runs', true],
      ['commit', true],
      ['workflow-runs', true],
      ['jobs', true],
      ['dependabot-alerts', true],
    ]);
  });

  it('reads the job’s repository alone, and sends nothing but reads', async () => {
    handle = json(commit);
    await call('commit', { ref: 'refs/heads/main' });
    handle = json([]);
    await call('deployments', { environment: 'production' });
    handle = json({ total_count: 0, check_runs: [] });
    await call('check-runs', { ref: sha });
    await call('workflow-runs', { workflow: 'ci.yml', branch: 'main', status: 'failure', limit: 5 });
    await call('jobs', { run: 7 });
    await call('jobs', { run: 7, attempt: 2 });
    await call('dependabot-alerts', { severity: 'high' });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/acme/payments/commits/heads%2Fmain',
      'GET /repos/acme/payments/deployments?environment=production&per_page=10',
      `GET /repos/acme/payments/commits/${sha}/check-runs?per_page=100`,
      'GET /repos/acme/payments/actions/workflows/ci.yml/runs?branch=main&status=failure&per_page=5',
      'GET /repos/acme/payments/actions/runs/7/jobs?per_page=100',
      'GET /repos/acme/payments/actions/runs/7/attempts/2/jobs?per_page=100',
      'GET /repos/acme/payments/dependabot/alerts?state=open&severity=high&sort=created&direction=desc&per_page=10',
    ]);
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]));
  });

  it('says the same as a structure and as text, and who wrote it', async () => {
    handle = json(commit);
    const { text, structured, authors } = await call('commit', { ref: sha });
    expect(JSON.parse(text)).toEqual(structured);
    expect(structured).toMatchObject({ sha, message: 'Retry', author: { account: { id: '41' } } });
    expect(authors).toEqual(['41', '19864447']);
  });

  it('knows nobody where GitHub knows no account', async () => {
    handle = json({ ...commit, author: null, committer: null });
    expect((await call('commit', { ref: sha })).authors).toBe('unknown');
  });

  it('names who made a deployment and who spoke of it', async () => {
    handle = (request, response) =>
      (request.url?.includes('/statuses') === true
        ? json([{ state: 'failure', creator: { id: 43, login: 'lee' } }])
        : json([{ id: 7, sha, creator: { id: 42, login: 'rob' } }]))(request, response);
    const { structured, authors } = await call('deployments', { environment: 'production' });
    expect(structured).toMatchObject({ deployments: [{ sha, status: { state: 'failure' } }] });
    expect(authors).toEqual(['42', '43']);
  });

  it('names who caused a run, and the steps of a job that failed', async () => {
    const [actor, other] = [
      { id: 41, login: 'ana' },
      { id: 42, login: 'rob' },
    ];
    handle = json({ total_count: 1, workflow_runs: [{ id: 7, actor, triggering_actor: other }] });
    expect((await call('workflow-runs', { workflow: 'ci.yml' })).authors).toEqual(['41', '42']);
    const steps = [
      { number: 1, name: 'build', conclusion: 'success' },
      { number: 2, name: 'test', conclusion: 'failure' },
    ];
    handle = json({ total_count: 1, jobs: [{ id: 9, name: 'ci', conclusion: 'failure', steps }] });
    const { structured, authors } = await call('jobs', { run: 7 });
    expect(structured).toMatchObject({ jobs: [{ failing_steps: [{ number: 2, name: 'test' }] }] });
    expect(authors).toBe('unknown');
  });

  it('tells what an alert is about, and how it is mended', async () => {
    handle = json([
      {
        number: 3,
        dependency: { package: { name: 'left-pad', ecosystem: 'npm' }, manifest_path: 'package.json' },
        security_advisory: { ghsa_id: 'GHSA-x', cve_id: null, summary: 'It pads' },
        security_vulnerability: { severity: 'high', first_patched_version: { identifier: '1.3.1' } },
      },
    ]);
    expect((await call('dependabot-alerts', {})).structured).toMatchObject({
      alerts: [{ number: 3, package: 'left-pad', severity: 'high', ghsa: 'GHSA-x', patched: '1.3.1' }],
    });
  });

  it('shortens what is long, and takes no member that it does not know', async () => {
    handle = json({ ...commit, secret: 'x', commit: { ...commit.commit, message: 'é'.repeat(5000) } });
    const { text } = await call('commit', { ref: sha });
    expect(text).toContain(`${'é'.repeat(2000)}…`);
    expect(text).not.toContain('"secret"');
  });

  it.each([
    ['../../orgs/acme', 'a path that leads elsewhere'],
    ['main?x=1', 'a query'],
    ['-x', 'a word that looks like a flag'],
    ['', 'nothing'],
  ])('asks nothing for the ref %j: %s', async (ref) => {
    expect((await call('commit', { ref })).isError).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each([
    ['404', json({ message: `no ${token}` }, 404), 'GitHub has nothing there, or the token may not read it.'],
    [
      '403',
      json({ message: `no ${token}` }, 403),
      'GitHub answered 403. The job may need the permission contents: read.',
    ],
    ['500', json('<html>', 500), 'GitHub answered 500.'],
    [
      'text that is no JSON',
      (_: IncomingMessage, response: ServerResponse) => response.end(`<html>${token}`),
      'GitHub answered with something that is no JSON.',
    ],
    [
      'a body without end',
      (_: IncomingMessage, response: ServerResponse) => response.end('x'.repeat(9_000_000)),
      "GitHub's answer is over 8388608 bytes.",
    ],
    [
      'nothing, and hangs up',
      (_: IncomingMessage, response: ServerResponse) => response.destroy(),
      'GitHub could not be asked, or did not answer within 15 s.',
    ],
  ] as const)('an answer of %s fails in our own words alone', async (_, answered, says) => {
    handle = answered;
    const { isError, text, authors } = await call('commit', { ref: sha });
    expect({ isError, text, authors }).toEqual({ isError: true, text: says, authors: 'unknown' });
  });

  it('SS-05: a redirect is not followed, so the token goes nowhere else', async () => {
    handle = (_, response) => {
      response.writeHead(302, { location: `${address}/elsewhere` });
      response.end();
    };
    expect((await call('commit', { ref: sha })).isError).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('lists its tools and answers nothing where it was given nothing to read with', async () => {
    const bare = await start({});
    expect((await bare.tools()).ok).toBe(true);
    const { isError, text } = await call('commit', { ref: sha }, bare);
    await bare.stop();
    expect([isError, text]).toEqual([true, 'Nothing was given to read GitHub with.']);
    expect(asked).toEqual([]);
  });
});
