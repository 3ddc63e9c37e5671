import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../app/log.ts';
import { createProbot } from '../../app/probot.ts';
import { readSettings } from '../../app/settings.ts';

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Where the App's client goes for a REST question, a GraphQL one, and an installation's token. */
async function addressesOf(server: string): Promise<readonly string[]> {
  const settings = readSettings({
    APP_ID: '77',
    PRIVATE_KEY: key,
    WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
    GITHUB_SERVER_URL: server,
  });
  if (!settings.ok) throw new Error(JSON.stringify(settings.fault));
  const asked: string[] = [];
  const probot = await createProbot(settings.value, createLogger('silent'), async (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Response.json(
      { token: 'ghs_x', expires_at: '2099-01-01T00:00:00Z', permissions: {} },
      { status: 201 },
    );
  });
  const app = await probot.auth();
  await app.request('GET /app');
  const installation = await probot.auth(5);
  await installation.request('POST /graphql', { query: 'q' });
  return asked;
}

describe('the App’s client', () => {
  it.each([
    ['https://github.com', 'https://api.github.com', 'https://api.github.com/graphql'],
    ['https://ghes.example', 'https://ghes.example/api/v3', 'https://ghes.example/api/graphql'],
    ['https://octo.ghe.com', 'https://api.octo.ghe.com', 'https://api.octo.ghe.com/graphql'],
  ])('asks the host that one setting names: %s', async (server, rest, graphql) => {
    expect(await addressesOf(server)).toEqual([
      `${rest}/app`,
      `${rest}/app/installations/5/access_tokens`,
      graphql,
    ]);
  });

  it('does not take Probot’s own word for the host, which is wrong for ghe.com', async () => {
    vi.stubEnv('GHE_HOST', 'other.example');
    vi.stubEnv('GHE_PROTOCOL', 'http');
    expect(await addressesOf('https://octo.ghe.com')).toContain('https://api.octo.ghe.com/app');
  });
});
