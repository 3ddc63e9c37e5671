/** An issuer of ID tokens over HTTP, as GitHub's: discovery, key set, tokens for jobs. Each part can be made to lie. */
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { JsonObject, JsonValue } from '../../lib/core/json/value.ts';
import { close, listen } from './loopback.ts';

/** What a test may change about a token. Members that are undefined are left out. */
export interface TokenTwist {
  readonly header?: Readonly<Record<string, JsonValue | undefined>>;
  readonly claims?: Readonly<Record<string, JsonValue | undefined>>;
  /** How it is signed: by the newest key, by a stranger's, by HMAC with the public key's text, or not at all. */
  readonly by?: 'newest' | 'stranger' | 'public-key' | 'nobody';
}

export interface Issuer {
  /** Its name, as the tokens say it. */
  readonly url: string;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  token(claims: JsonObject, twist?: TokenTwist): string;
  /** Signs with a new key from now on. The old ones stay in the key set, or go. */
  rotate(old: 'kept' | 'gone'): void;
  /** Answers requests under a path in another way; null: as it should again. */
  answer(path: string, how: ((request: IncomingMessage, response: ServerResponse) => void) | null): void;
  /** Adds keys to its set. */
  addKeys(...keys: readonly JsonObject[]): void;
  /** Gives jobs tokens with these claims, under the audience that they ask for. */
  serveJob(claims: JsonObject): { readonly url: string; readonly token: string };
  close(): Promise<void>;
}

export const discoveryPath = '/.well-known/openid-configuration';
export const keysPath = '/.well-known/jwks';
const jobPath = '/job/token';

interface Key {
  readonly id: string;
  readonly secret: KeyObject;
  readonly shown: JsonObject;
}

export async function startIssuer(): Promise<Issuer> {
  const asked: string[] = [];
  const ways = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const extra: JsonObject[] = [];
  const stranger = makeKey();
  let keys: readonly Key[] = [makeKey()];
  let job: { readonly claims: JsonObject; readonly token: string } | null = null;
  let url = '';

  const mint = (claims: JsonObject, twist: TokenTwist = {}): string => {
    const newest = keys.at(-1) ?? stranger;
    const by = twist.by ?? 'newest';
    const head = encode({ typ: 'JWT', alg: 'RS256', kid: newest.id, ...twist.header });
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, nbf: now - 600, exp: now + 300 };
    const body = encode({ iss: url, jti: randomUUID(), ...times, ...claims, ...twist.claims });
    const signed = `${head}.${body}`;
    switch (by) {
      case 'newest':
      case 'stranger':
        return `${signed}.${sign('sha256', Buffer.from(signed), (by === 'newest' ? newest : stranger).secret).toString('base64url')}`;
      case 'public-key':
        return `${signed}.${createHmac('sha256', pemOf(newest)).update(signed).digest('base64url')}`;
      case 'nobody':
        return `${signed}.`;
    }
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const way = ways.get(pathname);
    if (way !== undefined) return way(request, response);
    switch (pathname) {
      case discoveryPath:
        return send(response, 200, {
          issuer: url,
          jwks_uri: `${url}${keysPath}`,
          scopes_supported: ['openid'],
        });
      case keysPath:
        return send(response, 200, { keys: [...keys.map(({ shown }) => shown), ...extra] });
      case jobPath: {
        const audience = searchParams.get('audience');
        if (job === null || request.headers.authorization !== `Bearer ${job.token}` || audience === null)
          return send(response, 401, { message: 'no' });
        return send(response, 200, { count: 2000, value: mint({ ...job.claims, aud: audience }) });
      }
      default:
        return send(response, 404, { message: 'no' });
    }
  });
  url = await listen(server);

  return {
    url,
    asked,
    token: mint,
    rotate: (old) => {
      keys = [...(old === 'kept' ? keys : []), makeKey()];
    },
    answer: (path, how) => {
      if (how === null) ways.delete(path);
      else ways.set(path, how);
    },
    addKeys: (...more) => {
      extra.push(...more);
    },
    serveJob: (claims) => {
      const token = `id-token-request-${randomUUID()}`;
      job = { claims, token };
      return { url: `${url}${jobPath}?api-version=2.0`, token };
    },
    close: () => close(server),
  };
}

/** The claims of a job on GitHub's own runner; ids as text, as GitHub writes them. */
export function jobClaims(job: {
  readonly repository: { readonly id: string; readonly ownerId: string; readonly name: string };
  readonly runId: string;
  readonly attempt: number;
  readonly workflowRef: string;
  readonly sha: string;
  readonly event: string;
  readonly actor: string;
}): JsonObject {
  const { repository, runId, attempt, workflowRef, sha, event, actor } = job;
  return {
    sub: `repo:${repository.name}:ref:refs/heads/main`,
    repository: repository.name,
    repository_id: repository.id,
    repository_owner: repository.name.split('/')[0] ?? '',
    repository_owner_id: repository.ownerId,
    repository_visibility: 'public',
    run_id: runId,
    run_number: '1',
    run_attempt: String(attempt),
    sha,
    ref: 'refs/heads/main',
    event_name: event,
    actor_id: actor,
    workflow_ref: workflowRef,
    workflow_sha: sha,
    job_workflow_ref: workflowRef,
    job_workflow_sha: sha,
    runner_environment: 'github-hosted',
  };
}

export function send(response: ServerResponse, status: number, body: JsonValue): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A key as a key set shows it, of any size. */
export function shownKey(bits: number, change: JsonObject = {}): JsonObject {
  return { ...makeKey(bits).shown, ...change };
}

function makeKey(bits = 2048): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const id = randomUUID();
  return { id, secret: privateKey, shown: { kty: 'RSA', alg: 'RS256', use: 'sig', kid: id, n, e } };
}

function pemOf({ secret }: Key): string {
  return createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString();
}

function encode(part: Readonly<Record<string, JsonValue | undefined>>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
