import { generateKeyPairSync, randomBytes, randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { fromJson, numberAt } from '../json.ts';
import { organisation, repository } from './cast.ts';
import type { StartedRun } from './actions-runs.ts';

/** What a runner tells a job that may ask for ID tokens. */
export interface JobIdentity {
  readonly url: string;
  readonly token: string;
}

/** GitHub's issuer of ID tokens as the demo plays it: a server of its own, with its own key. */
export interface EmulatedIssuer {
  readonly url: string;
  /** Lets a job ask for tokens that say this of it. */
  admit(run: StartedRun, ids: IssuerIds): JobIdentity;
  /** The tokens that jobs were given, the newest last: what a thief could have. */
  readonly given: readonly string[];
  close(): Promise<void>;
}

/** Numeric ids, as decimal strings. */
export interface IssuerIds {
  readonly repository: string;
  readonly owner: string;
  readonly actor: string;
}

const keysPath = '/.well-known/jwks';
const tokenPath = '/_apis/token';
const lifeSeconds = 300;

/** Starts it on loopback. */
export async function startIssuer(): Promise<EmulatedIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const keyId = randomUUID();
  const jobs = new Map<string, JsonObject>();
  const given: string[] = [];
  let url = '';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return send(response, 200, { issuer: url, jwks_uri: `${url}${keysPath}` });
      case keysPath:
        return send(response, 200, {
          keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig', kid: keyId, n, e }],
        });
      case tokenPath: {
        const claims = jobs.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
        if (claims === undefined) return send(response, 401, { message: 'Unauthorized' });
        const aud = searchParams.get('audience') ?? `${url}/${organisation}`;
        const value = mint({ keyId, secret: privateKey }, { iss: url, aud, ...claims });
        given.push(value);
        return send(response, 200, { count: value.length, value });
      }
      default:
        return send(response, 404, { message: 'Not Found' });
    }
  });
  url = await listen(server);
  return {
    url,
    given,
    admit(run, ids) {
      const token = randomBytes(24).toString('hex');
      jobs.set(token, claimsOf(run, ids));
      return { url: `${url}${tokenPath}?api-version=2.0`, token };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** As GitHub says it: ids and counts are text. */
function claimsOf(run: StartedRun, ids: IssuerIds): JsonObject {
  const workflow = `${repository}/${run.path}@refs/heads/${run.branch}`;
  return {
    sub: `repo:${repository}:ref:refs/heads/${run.branch}`,
    repository,
    repository_id: ids.repository,
    repository_owner: organisation,
    repository_owner_id: ids.owner,
    repository_visibility: 'public',
    run_id: String(run.id),
    run_number: '1',
    run_attempt: String(run.attempt),
    sha: run.sha,
    ref: `refs/heads/${run.branch}`,
    ref_type: 'branch',
    event_name: run.event,
    actor: run.actor,
    actor_id: ids.actor,
    workflow_ref: workflow,
    workflow_sha: run.sha,
    job_workflow_ref: workflow,
    job_workflow_sha: run.sha,
    runner_environment: 'github-hosted',
  };
}

function mint(key: { readonly keyId: string; readonly secret: KeyObject }, claims: JsonObject): string {
  const now = Math.floor(Date.now() / 1000);
  const times = { jti: randomUUID(), iat: now, nbf: now - 600, exp: now + lifeSeconds };
  const head = `${encode({ typ: 'JWT', alg: 'RS256', kid: key.keyId })}.${encode({ ...claims, ...times })}`;
  return `${head}.${sign('sha256', Buffer.from(head), key.secret).toString('base64url')}`;
}

function encode(part: JsonObject): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function send(response: ServerResponse, status: number, body: JsonValue): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: JsonValue = fromJson(JSON.stringify(server.address()));
  return `http://127.0.0.1:${numberAt(address, 'port')}`;
}
