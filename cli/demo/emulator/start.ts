import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createEmulator, type Emulator } from 'emulate';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { fromJson, numberAt, shown, textAt } from '../json.ts';
import { actionsRuns, type ActionsRuns } from './actions-runs.ts';
import {
  apps,
  organisation,
  people,
  repositoryName,
  type AppIdentity,
  type Login,
  type Permissions,
} from './cast.ts';
import { knownCallers } from './callers.ts';
import { deliveries, type Deliveries } from './deliveries.ts';
import { createDeployments, type Deployments } from './deployments.ts';
import { hookPath, layerServer, type LayerParts } from './layer.ts';
import { knownObjects } from './objects.ts';
import { countRequests, type Requests } from './requests.ts';
import { upstream, type UpstreamAnswer } from './upstream.ts';

/** GitHub as the demo plays it: the emulator, and the layer before it. */
export interface EmulatedGitHub {
  /** The one address, for the API and for the web pages. */
  readonly url: string;
  readonly app: { readonly id: number; readonly privateKey: string };
  readonly requests: Requests;
  readonly deliveries: Deliveries;
  readonly runs: ActionsRuns;
  readonly deployments: Deployments;
  /** A job's `GITHUB_TOKEN` with the permissions that its workflow lists, freshly minted. */
  jobToken(permissions: Permissions): Promise<string>;
  /** Sends a request as a job does. Rejects at an answer of 400 or more. */
  asJob(token: string, request: PersonRequest): Promise<JsonValue>;
  /** Sends a request as a person does. Rejects at an answer of 400 or more. */
  as(login: Login, request: PersonRequest): Promise<JsonValue>;
  /** The same, for what is expected to be refused. */
  tryAs(login: Login, request: PersonRequest): Promise<UpstreamAnswer>;
  /** Whether a comment was edited, which the REST answers don't tell. */
  readonly wasEdited: (commentId: number) => boolean;
  /** Serves pages at GitHub's web addresses from now on. */
  servePages(page: (path: string) => Promise<string | null>): void;
  close(): Promise<void>;
}

export interface PersonRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: JsonObject;
}

/** Starts both on loopback, on ports that are free. `more`: what the organisation lets Countersign do beside `app.yml`. */
export async function startEmulatedGitHub(more: Permissions = {}): Promise<EmulatedGitHub> {
  const tokens = new Map(Object.values(people).map(({ login }) => [secret('ghp_'), login] as const));
  const own = secret('ghp_');
  const hookSecret = secret('');
  const callers = knownCallers(tokens, own);
  let parts: LayerParts | null = null;
  const server = layerServer(() => {
    if (parts === null) throw new Error('not ready');
    return parts;
  });
  const url = await listen(server, 0);
  try {
    const emulator = await startEmulator(url, seed({ url, hookSecret, tokens, own, more }));
    const inner = upstream(emulator.address, own);
    const objects = knownObjects();
    const requests = countRequests();
    const hooks = deliveries();
    const runs = actionsRuns(url, inner);
    const deployments = createDeployments(url, inner);
    const shared = { base: url, hookSecret, emulator: inner, callers, objects, requests };
    parts = { ...shared, deliveries: hooks, runs, deployments, page: async () => null };
    const outer = upstream(url, own);
    const sendWith = async (token: string, { method, path, body }: PersonRequest): Promise<UpstreamAnswer> =>
      outer.send({
        method,
        path,
        authorization: `Bearer ${token}`,
        body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      });
    const tryAs: EmulatedGitHub['tryAs'] = async (login, request) =>
      sendWith(tokenOf(tokens, login), request);
    return {
      url,
      app: { id: apps.countersign.appId, privateKey: keyOf(emulator.handle, apps.countersign) },
      requests,
      deliveries: hooks,
      runs,
      deployments,
      jobToken: async (permissions) => {
        const privateKey = keyOf(emulator.handle, apps['github-actions']);
        return mint(url, { app: apps['github-actions'], privateKey, permissions });
      },
      asJob: async (token, request) => expectDone(request, await sendWith(token, request)),
      tryAs,
      as: async (login, request) => expectDone(request, await tryAs(login, request)),
      wasEdited: (commentId) => objects.wasEdited(commentId),
      servePages(page) {
        if (parts !== null) parts = { ...parts, page };
      },
      async close() {
        await Promise.allSettled([stop(server), emulator.handle.close()]);
      },
    };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

function expectDone({ method, path }: PersonRequest, { status, body }: UpstreamAnswer): JsonValue {
  if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${shown(body, 'message')}`);
  return body;
}

interface Seed {
  readonly url: string;
  readonly hookSecret: string;
  readonly tokens: ReadonlyMap<string, Login>;
  readonly own: string;
  readonly more: Permissions;
}

/** The emulator lets unknown tokens act as the first user, so that one is nobody; the organisation has no members, who would all be admins. */
function seed({ url, hookSecret, tokens, own, more }: Seed): JsonObject {
  return {
    tokens: {
      ...Object.fromEntries([...tokens].map(([token, login]) => [token, { login }])),
      [own]: { login: 'nobody' },
    },
    github: {
      users: [{ login: 'nobody' }, ...Object.values(people).map(({ login }) => ({ login }))],
      orgs: [{ login: organisation, name: 'Acme' }],
      repos: [{ owner: organisation, name: repositoryName, auto_init: true, description: 'Takes payments' }],
      apps: Object.values(apps).map((app) => ({
        app_id: app.appId,
        slug: app.slug,
        name: app.name,
        permissions: { ...app.permissions, ...(app.slug === 'countersign' ? more : {}) },
        events: [...app.events],
        webhook_url: `${url}${hookPath}`,
        webhook_secret: hookSecret,
        installations: [{ installation_id: app.installationId, account: organisation }],
      })),
    },
  };
}

/** With a base address of another server the emulator no longer tells its port, so a free one is chosen first. */
async function startEmulator(
  baseUrl: string,
  given: JsonObject,
): Promise<{ readonly handle: Emulator; readonly address: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const probe = createServer();
    const address = await listen(probe, 0);
    await stop(probe);
    try {
      const port = Number(new URL(address).port);
      return {
        handle: await createEmulator({ service: 'github', port, baseUrl, seed: { ...given } }),
        address,
      };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

async function mint(
  url: string,
  of: { readonly app: AppIdentity; readonly privateKey: string; readonly permissions: Permissions },
): Promise<string> {
  const { app, privateKey, permissions } = of;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iat: now - 60, exp: now + 300, iss: app.appId };
  const head = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  const proof = sign('sha256', Buffer.from(head), createPrivateKey(privateKey)).toString('base64url');
  const answer = await fetch(`${url}/app/installations/${app.installationId}/access_tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${head}.${proof}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ permissions }),
  });
  return textAt(fromJson(await answer.text()), 'token');
}

function encode(part: JsonObject): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function keyOf(emulator: Emulator, app: AppIdentity): string {
  const found = emulator.generatedSecrets.find(({ id }) => id === String(app.appId));
  if (found === undefined) throw new Error(`the emulator made no key for ${app.slug}`);
  return found.value;
}

function tokenOf(tokens: ReadonlyMap<string, Login>, login: Login): string {
  const found = [...tokens].find(([, owner]) => owner === login);
  if (found === undefined) throw new Error(`no token for ${login}`);
  return found[0];
}

function secret(prefix: string): string {
  return `${prefix}${randomBytes(24).toString('hex')}`;
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address: JsonValue = JSON.parse(JSON.stringify(server.address()));
  return `http://127.0.0.1:${numberAt(address, 'port')}`;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
