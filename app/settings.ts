import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import type { Host } from '../lib/core/host/host.ts';
import { readHost } from '../lib/core/host/read-host.ts';
import { ok, refused, type Result } from '../lib/core/result.ts';

/** Everything the App is told from outside, read once at start. */
export interface Settings {
  readonly appId: string;
  /** PEM of the App's RSA key. */
  readonly privateKey: string;
  /** The current webhook secret first; a second one while secrets are rotated. */
  readonly webhookSecrets: readonly string[];
  /** Keys of HMAC seals; empty: such seals do not count here. */
  readonly sealKeys: readonly Uint8Array[];
  /** Issuers whose ID tokens seal, exactly as the tokens name them. */
  readonly issuers: readonly string[];
  /** How many proxies stand in front of the App: the address that asks is what the outermost one saw. */
  readonly proxies: number;
  readonly apiUrl: string;
  /** Web address of the GitHub host, without a slash at the end. */
  readonly hostUrl: string;
  /** Where people reach the App, without a slash at the end. */
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
  readonly ledgerPath: string;
  /** `postgres://…`: the ledger's database, which replicas share; null: the ledger is the file. */
  readonly databaseUrl: string | null;
  readonly signingKeyPath: string;
  /** Folder where exports of ended runs are kept. */
  readonly exportsPath: string;
  readonly logLevel: LogLevel;
  /** Spacing between writes that Probot adds. `off` is for the demo and the benchmarks, on loopback only. */
  readonly spacing: 'on' | 'off';
  /** How long after it was started a workflow is first looked at again, in milliseconds. */
  readonly firstLookMs: number;
}

/** GitHub starts a job within seconds, and few end sooner than this. */
const minFirstLookSeconds = 5;

const logLevels = ['fatal', 'error', 'warn', 'info', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** One fault of the settings: which variable, and what to do about it. Never the value. */
export interface SettingFault {
  readonly name: string;
  readonly what: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment; lists every fault together. */
export function readSettings(environment: Environment): Result<Settings, readonly SettingFault[]> {
  const faults: SettingFault[] = [];
  const fault = (name: string, what: string): void => {
    faults.push({ name, what });
  };
  const optional = (name: string, otherwise: string): string => environment[name]?.trim() || otherwise;

  const appId = optional('APP_ID', '');
  if (!/^[1-9][0-9]{0,19}$/.test(appId))
    fault('APP_ID', 'is missing or not a number: the App’s page on GitHub shows it');
  const privateKey = (environment['PRIVATE_KEY'] ?? '').replaceAll('\\n', '\n');
  if (!isRsaKey(privateKey))
    fault('PRIVATE_KEY', 'is missing or not the PEM of an RSA key: download it from the App’s page');
  const webhookSecrets = readSecrets(environment, fault);
  const sealKeys = readSealKeys(environment['COUNTERSIGN_SEAL_KEYS'], fault);
  const github = readGitHub(
    optional('GITHUB_SERVER_URL', 'https://github.com'),
    optional('GITHUB_API_URL', ''),
    fault,
  );
  const { webUrl: hostUrl, apiUrl } = github;
  const issuers = readIssuers(optional('COUNTERSIGN_OIDC_ISSUERS', github.oidcIssuer), fault);
  const proxies = Number(optional('COUNTERSIGN_PROXIES', '0'));
  if (!Number.isInteger(proxies) || proxies < 0 || proxies > 8)
    fault('COUNTERSIGN_PROXIES', 'is not a number from 0 to 8');
  const port = Number(optional('PORT', '3000'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fault('PORT', 'is not a port from 0 to 65535');
  const host = optional('HOST', '127.0.0.1');
  const publicUrl = readUrl(optional('COUNTERSIGN_URL', `http://${host}:${port}`), 'COUNTERSIGN_URL', fault);
  const databaseUrl = readDatabaseUrl(optional('DATABASE_URL', ''), fault);
  const data = optional('COUNTERSIGN_DATA', 'data');
  const logLevel = logLevels.find((level) => level === optional('LOG_LEVEL', 'info'));
  if (logLevel === undefined) fault('LOG_LEVEL', `is not one of ${logLevels.join(', ')}`);
  const spacing = optional('COUNTERSIGN_SPACING', 'on');
  if (spacing !== 'on' && spacing !== 'off') fault('COUNTERSIGN_SPACING', 'is neither on nor off');
  if (spacing === 'off' && !isLoopback(apiUrl)) {
    fault(
      'COUNTERSIGN_SPACING',
      'may be off only towards a server on this machine: GitHub asks for the spacing',
    );
  }
  const firstLook = Number(optional('COUNTERSIGN_FIRST_LOOK', '10'));
  const least = isLoopback(apiUrl) ? 0.1 : minFirstLookSeconds;
  if (!(firstLook >= least && firstLook <= 3600))
    fault(
      'COUNTERSIGN_FIRST_LOOK',
      `is not a number of seconds from ${minFirstLookSeconds} to 3600; less only towards a server on this machine`,
    );
  if (faults.length > 0 || logLevel === undefined) return refused(faults);
  return ok({
    appId,
    privateKey,
    webhookSecrets,
    sealKeys,
    issuers,
    proxies,
    apiUrl,
    hostUrl,
    publicUrl,
    host,
    port,
    ledgerPath: join(data, 'ledger.sqlite'),
    databaseUrl,
    signingKeyPath: join(data, 'signing-key.pem'),
    exportsPath: optional('COUNTERSIGN_EXPORTS', join(data, 'exports')),
    logLevel,
    spacing: spacing === 'off' ? 'off' : 'on',
    firstLookMs: Math.round(firstLook * 1000),
  });
}

type Report = (name: string, what: string) => void;

/**
 * A missing secret makes Probot accept everything that is signed with the word `development`, so that
 * anyone could forge an approval. Hence no default, and a length that cannot be guessed.
 */
function readSecrets(environment: Environment, fault: Report): readonly string[] {
  const current = environment['WEBHOOK_SECRET'] ?? '';
  const previous = environment['WEBHOOK_SECRET_PREVIOUS'] ?? '';
  if (current === '')
    fault('WEBHOOK_SECRET', 'is missing: set the secret of the App’s webhook, 32 bytes or more');
  else if (isWeak(current))
    fault('WEBHOOK_SECRET', 'is too weak: use 32 random bytes or more, `openssl rand -hex 32`');
  if (previous !== '' && isWeak(previous)) fault('WEBHOOK_SECRET_PREVIOUS', 'is too weak: leave it unset');
  return previous === '' ? [current] : [current, previous];
}

function isWeak(secret: string): boolean {
  return Buffer.byteLength(secret, 'utf8') < 32 || new Set(secret).size < 8;
}

function readSealKeys(text: string | undefined, fault: Report): readonly Uint8Array[] {
  const keys = (text ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (keys.some(isWeak))
    fault('COUNTERSIGN_SEAL_KEYS', 'holds a key that is too weak: use 32 random bytes or more each');
  return keys.map((key) => Buffer.from(key, 'utf8'));
}

/** REST, GraphQL, pages and tokens of the host, all from its one web address. */
function readGitHub(webUrl: string, apiUrl: string, fault: Report): Host {
  const read = readHost(webUrl, apiUrl);
  if (read.ok) return read.value;
  fault(read.fault.address === 'web' ? 'GITHUB_SERVER_URL' : 'GITHUB_API_URL', read.fault.what);
  return { webUrl, apiUrl, graphqlUrl: '', oidcIssuer: 'https://none.invalid' };
}

/** Tokens name their issuer byte for byte: a slash at the end would be another one. */
function readIssuers(text: string, fault: Report): readonly string[] {
  const issuers = text.split(',').map((issuer) => issuer.trim());
  for (const issuer of issuers)
    if (readUrl(issuer, 'COUNTERSIGN_OIDC_ISSUERS', fault) !== issuer)
      fault('COUNTERSIGN_OIDC_ISSUERS', 'ends with a slash: write it as the tokens do');
  return issuers;
}

function readUrl(text: string, name: string, fault: Report): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    fault(name, 'is not a plain https address');
    return text;
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(text))) {
    fault(name, 'must be https, except on this machine');
  }
  return text.replace(/\/+$/, '');
}

function readDatabaseUrl(text: string, fault: Report): string | null {
  if (text === '') return null;
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    fault('DATABASE_URL', 'is not the address of a PostgreSQL database, postgres://…');
  return text;
}

function isLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  return ['127.0.0.1', '[::1]', 'localhost', '0.0.0.0'].includes(new URL(text).hostname);
}

function isRsaKey(pem: string): boolean {
  if (pem === '') return false;
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
