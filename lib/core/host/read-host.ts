import { ok, refused, type Result } from '../result.ts';
import { graphqlBase, hostOf, isOnThisMachine, type Host } from './host.ts';

/** Which of the two addresses is wrong, and what to do about it. */
export interface HostAddressFault {
  readonly address: 'web' | 'api';
  readonly what: string;
}

/**
 * The host as its web address says it. An address of the API, where one is given too (runners do), must be the
 * host's own: with another one, questions would go to one GitHub and answers be read as of another. A server
 * on this machine may stand in for any API: tests, demo, benchmarks. Slashes at the ends do not count.
 */
export function readHost(webUrl: string, apiUrl: string): Result<Host, HostAddressFault> {
  const host = hostOf(withoutSlash(webUrl));
  if (host === null)
    return refused({
      address: 'web',
      what: 'is not the web address of a GitHub host: https://github.com, https://SUBDOMAIN.ghe.com, or that of a GitHub Enterprise Server',
    });
  const api = withoutSlash(apiUrl);
  if (api === '' || api === host.apiUrl) return ok(host);
  if (isOnThisMachine(api)) return ok({ ...host, apiUrl: api, graphqlUrl: `${graphqlBase(api)}/graphql` });
  return refused({ address: 'api', what: `is not the API of ${host.webUrl}: leave it unset` });
}

function withoutSlash(address: string): string {
  return address.replace(/\/{1,8}$/, '');
}
