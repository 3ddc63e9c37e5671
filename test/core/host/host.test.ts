import { describe, expect, it } from 'vitest';
import { graphqlBase, hostOf } from '../../../lib/core/host/host.ts';

describe('a GitHub host', () => {
  it('that is github.com has its own names for API and tokens', () => {
    expect(hostOf('https://github.com')).toEqual({
      webUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      graphqlUrl: 'https://api.github.com/graphql',
      oidcIssuer: 'https://token.actions.githubusercontent.com',
    });
  });

  it('that is an Enterprise Server has all below its name', () => {
    expect(hostOf('https://github.corp.example')).toEqual({
      webUrl: 'https://github.corp.example',
      apiUrl: 'https://github.corp.example/api/v3',
      graphqlUrl: 'https://github.corp.example/api/graphql',
      oidcIssuer: 'https://github.corp.example/_services/token',
    });
    expect(hostOf('https://ghes:8443')?.apiUrl).toBe('https://ghes:8443/api/v3');
  });

  it('that is a data residence has its API beside its name, not below', () => {
    expect(hostOf('https://octo-corp.ghe.com')).toEqual({
      webUrl: 'https://octo-corp.ghe.com',
      apiUrl: 'https://api.octo-corp.ghe.com',
      graphqlUrl: 'https://api.octo-corp.ghe.com/graphql',
      oidcIssuer: 'https://token.actions.octo-corp.ghe.com',
    });
  });

  it.each(['http://127.0.0.1:4000', 'http://localhost', 'https://[::1]:1', 'https://localhost:3'])(
    'may be a server on this machine: %s',
    (address) => {
      expect(hostOf(address)?.apiUrl).toBe(`${address}/api/v3`);
    },
  );

  it.each([
    'https://api.github.com',
    'https://www.github.com',
    'https://gist.github.com',
    'https://ghe.com',
    'https://api.octo-corp.ghe.com',
    'https://github.com:8443',
    'https://octo-corp.ghe.com:8443',
    'https://github.com/',
    'https://github.corp.example/api/v3',
    'https://GitHub.com',
    'https://user@github.corp.example',
    'https://github.corp.example?x',
    'http://github.corp.example',
    'http://github.com',
    'https://-x.ghe.com',
    'https://a..b',
    'github.com',
    '',
  ])('is never made of %s', (address) => {
    expect(hostOf(address)).toBe(null);
  });

  it.each(['https://github.com.evil.example', 'https://notgithub.com', 'https://xghe.com'])(
    'whose name only looks like GitHub’s is a server of its own: %s',
    (address) => {
      expect(hostOf(address)?.apiUrl).toBe(`${address}/api/v3`);
    },
  );

  it('answers GraphQL beside REST', () => {
    expect(graphqlBase('https://github.corp.example/api/v3')).toBe('https://github.corp.example/api');
    expect(graphqlBase('https://api.github.com')).toBe('https://api.github.com');
    expect(graphqlBase('https://x/api/v3/y')).toBe('https://x/api/v3/y');
  });
});
