import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerSeals, type SealDesk } from '../../app/seals.ts';
import { ok } from '../../lib/core/result.ts';

const hash = 'ab'.repeat(32);

/** A desk that counts who asks, and knows no seal. */
async function openDesk(proxies: number): Promise<{ readonly url: string; readonly sources: string[] }> {
  const sources: string[] = [];
  const desk: SealDesk = {
    ports: {
      ledger: {
        byHash: async () => null,
        sealOf: async () => null,
        keepSeal: async () => 'kept',
      },
      tokens: { prove: async () => ({ ok: false, fault: 'token_malformed' }) },
      codec: { encode: (text) => text, decode: ok },
      clock: { now: () => 0 },
      log: { info: () => undefined, warn: () => undefined },
      installed: { on: async () => 'installed', begin: async () => undefined },
      rates: { take: () => true },
    },
    sources: {
      take: (who) => {
        sources.push(who);
        return true;
      },
    },
    proxies,
  };
  const server = createServer((request, response) => {
    void answerSeals(desk, request, (request.url ?? '').split('?')[0] ?? '').then(({ status, body }) => {
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/api/countersign/seals`, sources };
}

async function sourceOf(proxies: number, forwarded: string | null): Promise<string | undefined> {
  const { url, sources } = await openDesk(proxies);
  const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  await fetch(`${url}/${hash}`, { headers });
  return sources[0];
}

describe('who asks for a seal', () => {
  it('is the address of the connection, whatever the request says of itself', async () => {
    expect(await sourceOf(0, null)).toBe('127.0.0.1');
    expect(await sourceOf(0, '203.0.113.7')).toBe('127.0.0.1');
  });

  it('is what the outermost of our own proxies saw, and nothing that was claimed before it', async () => {
    expect(await sourceOf(1, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(await sourceOf(2, '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
  });

  it('is the connection’s address where a proxy says nothing', async () => {
    expect(await sourceOf(1, null)).toBe('127.0.0.1');
    expect(await sourceOf(2, '203.0.113.7')).toBe('127.0.0.1');
  });

  it('counts for at most 64 characters', async () => {
    expect(await sourceOf(1, 'x'.repeat(1000))).toHaveLength(64);
  });

  it('is asked before anything else of a request is looked at, but its address', async () => {
    const { url, sources } = await openDesk(0);
    const post = await fetch(url, { method: 'POST', body: 'x' });
    expect([post.status, sources.length]).toEqual([415, 1]);
    expect((await fetch(`${url}/short`)).status).toBe(404);
    expect(sources).toHaveLength(1);
  });
});
