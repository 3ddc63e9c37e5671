import { afterEach, describe, expect, it } from 'vitest';
import { mcpServers } from '../../../lib/adapters/mcp-client/servers.ts';
import type { EvidenceServer, ServerAddress, ServerFault } from '../../../lib/core/port/evidence-server.ts';
import type { Result } from '../../../lib/core/result.ts';
import { startHostileHttp, type HostileHttp } from '../../hostile/http-server.ts';
import { soon, whatOf } from './support.ts';

const name = 'mcp.example.test';
const bearer = 'bearer-canary-0123456789';
const never = new AbortController().signal;

let http: HostileHttp;
const started: EvidenceServer[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
  await http.close();
});

interface Twist {
  readonly launch?: Partial<ServerAddress>;
  readonly found?: readonly string[];
  readonly trusted?: readonly string[];
  readonly messageBytes?: number;
}

async function start(mode: string, twist: Twist = {}): Promise<Result<EvidenceServer, ServerFault>> {
  http = await startHostileHttp(mode, name);
  const { launch = {}, found = ['127.0.0.1'], trusted = [http.cert], messageBytes = 1_000_000 } = twist;
  const network = { resolve: () => Promise.resolve(found), trusted };
  const server = await mcpServers({ ...soon, probeMs: 500, messageBytes }, network).start(
    {
      server: 'far',
      version: null,
      url: `https://${name}:${http.port}/mcp`,
      bearer,
      addresses: ['127.0.0.1'],
      ...launch,
    },
    never,
  );
  if (server.ok) started.push(server.value);
  return server;
}

async function call(mode: string, twist: Twist = {}): Promise<string | null> {
  const server = await start(mode, twist);
  if (!server.ok) throw new Error(server.fault.what);
  const answer = await server.value.call('look', {}, never);
  return answer.ok ? answer.value.text : whatOf(answer);
}

describe('a server over HTTPS', () => {
  it('is asked with its own bearer token, at the one address that was checked, and left in the end', async () => {
    const server = await start('honest');
    if (!server.ok) throw new Error(server.fault.what);
    const tools = await server.value.tools();
    expect(tools.ok && tools.value.map((tool) => [tool.name, tool.readOnly])).toEqual([['look', true]]);
    const answer = await server.value.call('look', {}, never);
    expect(answer.ok && answer.value.text).toBe('all is well');
    expect(await server.value.stop()).toEqual({ stdoutLines: 0, stderrBytes: 0 });
    expect(new Set(http.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${bearer}`]),
    );
    expect(http.requests.at(-1)?.method).toBe('DELETE');
    expect(http.requests.every(({ headers }) => headers['accept-encoding'] === 'identity')).toBe(true);
  });

  it('without a secret named, no token is sent', async () => {
    expect(await call('honest', { launch: { bearer: null } })).toBe('all is well');
    expect(http.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  it('a server that has forgotten its session is asked once more over a new one, and no third time', async () => {
    expect(await call('forgets-once')).toBe('all is well');
    await http.close();
    expect(await call('forgets-always')).toMatch(/^could not be understood/);
    expect(
      http.requests.filter(({ headers }) => headers['mcp-session-id'] === 'session-1').length,
    ).toBeGreaterThan(0);
    expect(http.requests.some(({ headers }) => headers['mcp-session-id'] === 'session-2')).toBe(false);
  });
});

describe('SS-05: no redirect is followed, and no token goes elsewhere', () => {
  it.each([
    ['redirect-at-start', 'answered with a redirect, which is not followed'],
    ['asks-for-login', 'could not be understood'],
  ])('at the start: %s', async (mode, what) => {
    expect(whatOf(await start(mode))).toContain(what);
    expect(http.requests.every(({ headers }) => headers.host === `${name}:${http.port}`)).toBe(true);
    expect(http.requests.some(({ url }) => url?.includes('metadata'))).toBe(false);
  });

  it('in a call', async () => {
    expect(await call('redirect')).toBe('answered with a redirect, which is not followed');
    expect(http.requests.every(({ headers }) => headers.host === `${name}:${http.port}`)).toBe(true);
  });
});

describe('SS-07: an address that a server sends to log in at is never asked', () => {
  it.each(['asks-for-login', 'login-by-script'])('%s', async (mode) => {
    const server = await start(mode);
    expect(server.ok).toBe(false);
    expect(whatOf(server)).not.toContain('javascript');
    const asked = http.requests.map(({ method, url, headers }) => `${method} ${headers.host} ${url}`);
    expect(new Set(asked)).toEqual(new Set([`POST ${name}:${http.port} /mcp`]));
  });
});

describe('SS-08: whatever comes back is bounded', () => {
  it.each([
    ['endless', 'sent a response of more than 1000000 bytes'],
    ['endless-events', 'sent a response of more than 1000000 bytes'],
    ['packed', 'sent a packed answer, which was not asked for'],
    ['no-headers', 'did not answer in time'],
    ['half-a-body', 'could not be understood'],
    ['server-error', 'could not be understood'],
    ['html', 'could not be understood'],
  ])('%s', async (mode, what) => {
    const said = await call(mode);
    expect(said).toContain(what);
    expect(said).not.toContain('secret');
  });

  it('a tool’s name that is none is refused over HTTPS as well', async () => {
    const server = await start('name-path');
    expect(server.ok && whatOf(await server.value.tools())).toContain('whose name is not made of');
  });
});

describe('SS-02 SS-06: where a name leads decides, not how it is written', () => {
  it.each([
    ['loopback that nobody named', { launch: { addresses: [] } }],
    ['another address than the named one', { launch: { addresses: ['127.0.0.2'] } }],
    ['the metadata service', { found: ['169.254.169.254'] }],
    [
      'a public address and a private one',
      { found: ['140.82.112.3', '10.0.0.1'], launch: { addresses: [] } },
    ],
    ['an IPv6 address that carries a private one', { found: ['64:ff9b::a9fe:a9fe'] }],
  ])('%s', async (_, twist) => {
    expect(whatOf(await start('honest', twist))).toBe(
      'has a name that leads to an address that is not public and that the bundle does not name',
    );
    expect(http.requests).toEqual([]);
  });

  it('a name that leads nowhere', async () => {
    expect(whatOf(await start('honest', { found: [] }))).toBe('has a name that leads nowhere');
  });

  it('an address that is not https never gets as far', async () => {
    const url = 'http://mcp.example.test/';
    expect(whatOf(await start('honest', { launch: { url } }))).toBe('has an address that is not https');
  });
});

describe('the certificate is checked', () => {
  it('by who signed it', async () => {
    expect(whatOf(await start('honest', { trusted: [] }))).toContain('could not be');
    expect(http.requests).toEqual([]);
  });

  it('by its name', async () => {
    const port = (): number => http.port;
    const other = await start('honest');
    expect(other.ok).toBe(true);
    const network = { resolve: () => Promise.resolve(['127.0.0.1']), trusted: [http.cert] };
    const server = await mcpServers(soon, network).start(
      {
        server: 'far',
        version: null,
        url: `https://other.example.test:${port()}/`,
        bearer,
        addresses: ['127.0.0.1'],
      },
      never,
    );
    expect(server.ok).toBe(false);
  });
});
