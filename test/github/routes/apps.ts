import { type Json, type JsonNode, isNode } from '../description.ts';
import { issueToken } from '../identity.ts';
import { Refusal } from '../rights.ts';
import { type Call, type Routes, member, page } from '../route.ts';
import { integration } from '../shapes/account.ts';
import { installationShape } from '../shapes/installation.ts';
import { wholeRepository } from '../shapes/repository.ts';
import {
  type App,
  type Installation,
  type Repository,
  type State,
  appOf,
  instant,
  repositoryByName,
} from '../state.ts';
import type { Permissions } from '../world.ts';

const tokenLifeMs = 3_600_000;

/** The App whose own JWT this is. Nothing else may call these routes. */
export function ownApp(call: Call): App {
  if (call.actor.kind !== 'app') throw new Refusal(401, 'A JSON web token could not be decoded');
  return appOf(call.state, call.actor.appId);
}

function installationFor(call: Call): Installation {
  const app = ownApp(call);
  const installation = call.state.installations.get(Number(call.params['installation_id']));
  if (installation === undefined || installation.appId !== app.id) throw new Refusal(404, 'Not Found');
  return installation;
}

function reached(state: State, installation: Installation): readonly Repository[] {
  return [...state.repositories.values()].filter(
    (repository) =>
      repository.ownerId === installation.accountId &&
      (installation.repositories === null || installation.repositories.includes(repository.id)),
  );
}

/** The App's token for an installation, never with more than the installation gives. */
function createToken(call: Call) {
  const installation = installationFor(call);
  const permissions = narrow(installation.permissions, member(call, 'permissions'));
  const all = reached(call.state, installation);
  const chosen = all.filter((repository) => isChosen(call, repository));
  const asked = [member(call, 'repositories'), member(call, 'repository_ids')].some(
    (list) => list !== undefined,
  );
  if (asked && chosen.length === 0)
    throw new Refusal(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  const selected = asked || installation.repositories !== null;
  const expiresAt = call.now + tokenLifeMs;
  const token = issueToken(call.state, {
    kind: 'installation',
    appId: installation.appId,
    installationId: installation.id,
    permissions,
    repositories: selected ? chosen.map((repository) => repository.id) : null,
    accountId: installation.accountId,
    expiresAt,
  });
  const body: JsonNode = {
    token,
    expires_at: instant(expiresAt),
    permissions: { ...permissions },
    repository_selection: selected ? 'selected' : 'all',
    ...(selected ? { repositories: chosen.map((one) => wholeRepository(call.state, one, call.base)) } : {}),
  };
  return { status: 201, body };
}

function isChosen(call: Call, repository: Repository): boolean {
  const names = member(call, 'repositories');
  const ids = member(call, 'repository_ids');
  if (names === undefined && ids === undefined) return true;
  return (
    (Array.isArray(names) && names.includes(repository.name)) ||
    (Array.isArray(ids) && ids.includes(repository.id))
  );
}

function narrow(held: Permissions, asked: Json | undefined): Permissions {
  if (!isNode(asked)) return held;
  const entries = Object.entries(asked).map(([name, level]) => {
    const own = held[name];
    if (own === undefined || (own === 'read' && level !== 'read'))
      throw new Refusal(422, 'The permissions requested are not granted to this installation.');
    return [name, level === 'read' ? 'read' : own] as const;
  });
  return Object.fromEntries([['metadata', 'read'] as const, ...entries]);
}

export const appRoutes: Routes = {
  'GET /app': (call) => {
    const app = ownApp(call);
    const count = [...call.state.installations.values()].filter((one) => one.appId === app.id).length;
    return {
      status: 200,
      body: {
        ...integration(call.state, app, call.base),
        client_id: app.clientId,
        installations_count: count,
      },
    };
  },
  'GET /app/installations': (call) => {
    const app = ownApp(call);
    const own = [...call.state.installations.values()].filter((one) => one.appId === app.id);
    const { rows, headers } = page(call, own);
    return { status: 200, headers, body: rows.map((one) => installationShape(call.state, one, call.base)) };
  },
  'GET /app/installations/{installation_id}': (call) => ({
    status: 200,
    body: installationShape(call.state, installationFor(call), call.base),
  }),
  'POST /app/installations/{installation_id}/access_tokens': createToken,
  'GET /installation/repositories': (call) => {
    const { actor } = call;
    const installation =
      actor.kind === 'installation' ? call.state.installations.get(actor.installationId ?? 0) : undefined;
    if (installation === undefined) throw new Refusal(403, 'Resource not accessible by integration');
    const all = reached(call.state, installation);
    const { rows, headers } = page(call, all);
    return {
      status: 200,
      headers,
      body: {
        total_count: all.length,
        repository_selection: installation.repositories === null ? 'all' : 'selected',
        repositories: rows.map((one) => wholeRepository(call.state, one, call.base)),
      },
    };
  },
  'GET /repos/{owner}/{repo}/installation': (call) => {
    const app = ownApp(call);
    const repository = repositoryByName(call.state, call.params['owner'] ?? '', call.params['repo'] ?? '');
    const found = [...call.state.installations.values()].find(
      (one) =>
        one.appId === app.id && repository !== undefined && reached(call.state, one).includes(repository),
    );
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return { status: 200, body: installationShape(call.state, found, call.base) };
  },
};
