import { lookup } from 'node:dns/promises';
import { chooseAddress, hostOf, isServerUrl } from '../../core/network/server-url.ts';
import type { ServerAddress } from '../../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { ClientLimits } from './limits.ts';
import type { Link } from './link.ts';

/** How names are resolved and whom a connection may be with. Tests give their own. */
export interface Network {
  /** Every address that a name leads to. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Certificates that are trusted besides the system's. */
  readonly trusted: readonly string[];
}

export const systemNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  trusted: [],
};

/** Saying goodbye is a courtesy; nobody waits for its answer longer. */
const goodbyeMs = 1000;

/** Finds the address of a server over HTTPS, once, and makes the way to it. Nothing is sent yet. */
export async function httpLink(
  { url, bearer, addresses }: ServerAddress,
  limits: ClientLimits,
  network: Network,
): Promise<Result<Link, string>> {
  if (!isServerUrl(url)) return refused('has an address that is not https');
  const host = hostOf(url);
  const found = await within(network.resolve(host), limits.startMs);
  const chosen = chooseAddress(found ?? [], addresses);
  if ('refused' in chosen)
    return refused(
      chosen.refused === 'no_address'
        ? 'has a name that leads nowhere'
        : 'has a name that leads to an address that is not public and that the bundle does not name',
    );
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const guarded = guardedFetch({
    url: new URL(url),
    address: chosen.address,
    maxBytes: limits.messageBytes,
    trusted: network.trusted,
  });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: guarded.fetch,
    requestInit: { redirect: 'manual' },
    // Without a way to authorise, a server that asks for one gets nothing and is asked nothing.
    ...(bearer === null ? {} : { authProvider: { token: () => Promise.resolve(bearer) } }),
    reconnectionOptions: {
      initialReconnectionDelay: 200,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
  return ok({
    transport,
    lost: () => guarded.lost(),
    isForgotten: () => guarded.isForgotten(),
    words: () => '',
    end: async () => {
      await within(transport.terminateSession(), goodbyeMs);
      await within(transport.close(), goodbyeMs);
      guarded.close();
      return { stdoutLines: 0, stderrBytes: 0 };
    },
  });
}

/** What the promise gives, or null where it fails or takes too long. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  const value = await Promise.race([promise.catch(() => null), late]);
  clearTimeout(timer);
  return value;
}
