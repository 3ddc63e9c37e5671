import { describe, expect, it } from 'vitest';
import { readHost } from '../../../lib/core/host/read-host.ts';

const server = 'https://github.corp.example';

describe('the host that two settings name', () => {
  it('follows from the web address alone', () => {
    expect(readHost(server, '')).toMatchObject({
      ok: true,
      value: { webUrl: server, apiUrl: `${server}/api/v3` },
    });
    expect(readHost('https://octo.ghe.com/', '')).toMatchObject({
      value: { webUrl: 'https://octo.ghe.com', apiUrl: 'https://api.octo.ghe.com' },
    });
  });

  it.each([
    ['https://github.com', 'https://api.github.com'],
    [server, `${server}/api/v3/`],
    ['https://octo.ghe.com', 'https://api.octo.ghe.com'],
  ])('may be said twice: %s, %s', (web, api) => {
    expect(readHost(web, api)).toEqual(readHost(web, ''));
  });

  // trstringer/manual-approval#46, runatlantis/atlantis#175, #1349, #6339
  it.each([
    [server, 'https://api.github.com'],
    ['https://octo.ghe.com', 'https://octo.ghe.com/api/v3'],
    ['https://github.com', 'https://github.com/api/v3'],
    [server, server],
    ['https://github.com', 'https://api.github.com.evil.example'],
    ['https://github.com', 'http://127.0.0.1.evil.example'],
    ['https://github.com', 'http://127.0.0.1@evil.example'],
    ['https://github.com', 'nonsense'],
  ])('is never put together from two hosts: %s, %s', (web, api) => {
    expect(readHost(web, api)).toMatchObject({ ok: false, fault: { address: 'api' } });
  });

  it('has no web address that is an API’s', () => {
    expect(readHost('https://api.github.com', 'https://api.github.com')).toMatchObject({
      ok: false,
      fault: { address: 'web' },
    });
  });

  it('is stood in for by a server on this machine, under its own name', () => {
    expect(readHost('https://octo.ghe.com', 'http://127.0.0.1:4000')).toEqual({
      ok: true,
      value: {
        webUrl: 'https://octo.ghe.com',
        apiUrl: 'http://127.0.0.1:4000',
        graphqlUrl: 'http://127.0.0.1:4000/graphql',
        oidcIssuer: 'https://token.actions.octo.ghe.com',
      },
    });
    expect(readHost(server, 'http://localhost:4000/api/v3')).toMatchObject({
      value: { webUrl: server, graphqlUrl: 'http://localhost:4000/api/graphql' },
    });
  });
});
