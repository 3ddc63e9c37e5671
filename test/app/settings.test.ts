import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../app/settings.ts';

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();
const base = {
  APP_ID: '77',
  PRIVATE_KEY: key,
  WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
};

function faults(twist: Readonly<Record<string, string | undefined>>): readonly string[] {
  const read = readSettings({ ...base, ...twist });
  return read.ok ? [] : read.fault.map(({ name }) => name);
}

describe('the settings', () => {
  it('need three values, and have safe defaults for the rest', () => {
    const read = readSettings(base);
    expect(read).toMatchObject({
      ok: true,
      value: {
        apiUrl: 'https://api.github.com',
        hostUrl: 'https://github.com',
        host: '127.0.0.1',
        port: 3000,
        sealKeys: [],
        issuers: ['https://token.actions.githubusercontent.com'],
        proxies: 0,
        spacing: 'on',
      },
    });
  });

  it('are all judged together, and no value is repeated', () => {
    const read = readSettings({
      APP_ID: 'x',
      PORT: 'web',
      WEBHOOK_SECRET: 'hunter2',
      GITHUB_API_URL: 'ftp://x',
    });
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.fault.map(({ name }) => name)).toEqual([
      'APP_ID',
      'PRIVATE_KEY',
      'WEBHOOK_SECRET',
      'GITHUB_API_URL',
      'PORT',
      'COUNTERSIGN_URL',
    ]);
    expect(JSON.stringify(read.fault)).not.toContain('hunter2');
  });

  it('listen to the issuers that are named, byte for byte, or to the host’s own', () => {
    const issuersOf = (twist: Readonly<Record<string, string>>): readonly string[] => {
      const read = readSettings({ ...base, ...twist });
      return read.ok ? read.value.issuers : [];
    };
    const two = 'https://a.example/x, https://b.example';
    expect(issuersOf({ COUNTERSIGN_OIDC_ISSUERS: two })).toEqual([
      'https://a.example/x',
      'https://b.example',
    ]);
    expect(issuersOf({ GITHUB_SERVER_URL: 'https://github.acme.example' })).toEqual([
      'https://github.acme.example/_services/token',
    ]);
    for (const bad of [
      'http://a.example',
      'https://a.example/',
      'https://a@b.example',
      'a',
      'https://a.example,',
    ])
      expect(faults({ COUNTERSIGN_OIDC_ISSUERS: bad })).toContain('COUNTERSIGN_OIDC_ISSUERS');
  });

  it.each(['-1', '9', 'one', '1.5'])('know no number of proxies like %s', (proxies) => {
    expect(faults({ COUNTERSIGN_PROXIES: proxies })).toEqual(['COUNTERSIGN_PROXIES']);
  });

  it.each([undefined, '', 'development', 'short', 'a'.repeat(40)])(
    'WH-01: the webhook secret %s does not start the App',
    (secret) => {
      expect(faults({ WEBHOOK_SECRET: secret })).toEqual(['WEBHOOK_SECRET']);
    },
  );

  it('WH-12: a previous secret is taken beside the current one, and judged alike', () => {
    const previous = 'fedcba9876543210fedcba9876543210';
    expect(readSettings({ ...base, WEBHOOK_SECRET_PREVIOUS: previous })).toMatchObject({
      value: { webhookSecrets: [base.WEBHOOK_SECRET, previous] },
    });
    expect(faults({ WEBHOOK_SECRET_PREVIOUS: 'development' })).toEqual(['WEBHOOK_SECRET_PREVIOUS']);
  });

  it('OI-19: a seal key under 32 bytes does not start the App', () => {
    expect(faults({ COUNTERSIGN_SEAL_KEYS: `${base.WEBHOOK_SECRET}, short` })).toEqual([
      'COUNTERSIGN_SEAL_KEYS',
    ]);
    expect(readSettings({ ...base, COUNTERSIGN_SEAL_KEYS: ` ${base.WEBHOOK_SECRET} , ` })).toMatchObject({
      value: { sealKeys: [Buffer.from(base.WEBHOOK_SECRET)] },
    });
  });

  it('the private key may carry its line ends as \\n, and is an RSA key', () => {
    expect(faults({ PRIVATE_KEY: key.replaceAll('\n', '\\n') })).toEqual([]);
    const other = generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    expect(faults({ PRIVATE_KEY: other })).toEqual(['PRIVATE_KEY']);
    expect(faults({ PRIVATE_KEY: 'not a key' })).toEqual(['PRIVATE_KEY']);
  });

  it.each([
    ['https://github.com', 'https://api.github.com', 'https://token.actions.githubusercontent.com'],
    [
      'https://ghes.example.org/',
      'https://ghes.example.org/api/v3',
      'https://ghes.example.org/_services/token',
    ],
    ['https://octo.ghe.com', 'https://api.octo.ghe.com', 'https://token.actions.octo.ghe.com'],
  ])('one setting names the host: %s has its API at %s and its issuer at %s', (web, apiUrl, issuer) => {
    expect(readSettings({ ...base, GITHUB_SERVER_URL: web })).toMatchObject({
      value: { hostUrl: web.replace(/\/$/, ''), apiUrl, issuers: [issuer] },
    });
    expect(faults({ GITHUB_SERVER_URL: web, GITHUB_API_URL: apiUrl })).toEqual([]);
  });

  it.each([
    ['http://api.example.org', ['GITHUB_API_URL']],
    ['https://user:pass@api.example.org', ['GITHUB_API_URL']],
    ['https://api.github.com/?x=1', ['GITHUB_API_URL']],
    ['https://ghes.example.org/api/v3', ['GITHUB_API_URL']],
    ['no address', ['GITHUB_API_URL']],
    ['http://127.0.0.1:4000', []],
    ['https://api.github.com/', []],
  ])('the API address %s', (address, expected) => {
    expect(faults({ GITHUB_API_URL: address })).toEqual(expected);
  });

  it.each(['https://api.github.com', 'http://ghes.example.org', 'https://ghes.example.org/x', 'no address'])(
    'the web address is a host’s own: %s is none',
    (address) => {
      expect(faults({ GITHUB_SERVER_URL: address })).toEqual(['GITHUB_SERVER_URL']);
    },
  );

  it('the spacing between writes is off towards this machine alone', () => {
    expect(faults({ COUNTERSIGN_SPACING: 'off' })).toEqual(['COUNTERSIGN_SPACING']);
    expect(faults({ COUNTERSIGN_SPACING: 'off', GITHUB_API_URL: 'http://127.0.0.1:4000' })).toEqual([]);
    expect(faults({ COUNTERSIGN_SPACING: 'maybe' })).toEqual(['COUNTERSIGN_SPACING']);
  });

  it('what was started is first looked at after ten seconds, and sooner than five towards this machine alone', () => {
    expect(readSettings(base)).toMatchObject({ value: { firstLookMs: 10_000 } });
    expect(readSettings({ ...base, COUNTERSIGN_FIRST_LOOK: '60' })).toMatchObject({
      value: { firstLookMs: 60_000 },
    });
    const here = { GITHUB_API_URL: 'http://127.0.0.1:4000' };
    expect(readSettings({ ...base, ...here, COUNTERSIGN_FIRST_LOOK: '0.2' })).toMatchObject({
      value: { firstLookMs: 200 },
    });
    for (const seconds of ['0.2', '4', '3601', 'soon', '-1', 'Infinity'])
      expect(faults({ COUNTERSIGN_FIRST_LOOK: seconds })).toEqual(['COUNTERSIGN_FIRST_LOOK']);
    expect(faults({ ...here, COUNTERSIGN_FIRST_LOOK: '0' })).toEqual(['COUNTERSIGN_FIRST_LOOK']);
  });

  it('the log has no level that would tell whole requests', () => {
    expect(faults({ LOG_LEVEL: 'debug' })).toEqual(['LOG_LEVEL']);
    expect(faults({ LOG_LEVEL: 'warn' })).toEqual([]);
  });

  it('the ledger is a file, or the PostgreSQL database that DATABASE_URL names', () => {
    expect(readSettings(base)).toMatchObject({ value: { databaseUrl: null } });
    const url = 'postgres://app:secret@db.internal/countersign';
    expect(readSettings({ ...base, DATABASE_URL: url })).toMatchObject({ value: { databaseUrl: url } });
    for (const other of ['mysql://db/x', 'db.internal', 'file:ledger.sqlite'])
      expect(faults({ DATABASE_URL: other })).toEqual(['DATABASE_URL']);
  });
});
