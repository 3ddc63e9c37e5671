import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../lib/core/json/value.ts';
import { at, shown } from '../json.ts';
import { apps, organisation, repository, type AppIdentity } from './cast.ts';
import type { Objects } from './objects.ts';

/** Adds to everything in an answer or a delivery what GitHub tells and the emulator leaves out. */
export function enrich(value: JsonValue, base: string, objects: Objects): JsonValue {
  if (isJsonArray(value)) return value.map((item) => enrich(item, base, objects));
  if (!isJsonObject(value)) return value;
  if (isCheckRun(value)) return checkRun(value, base, objects);
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      ['comment', 'issue', 'check_run', 'check_runs'].includes(name) ? enrich(member, base, objects) : member,
    ]),
  );
  if (!('performed_via_github_app' in inner)) return inner;
  const app = appOf(at(inner, 'user', 'login'));
  return { ...inner, performed_via_github_app: app === null ? null : describeApp(app, base) };
}

function isCheckRun(value: JsonObject): boolean {
  return 'head_sha' in value && 'check_suite' in value && 'output' in value;
}

function checkRun(value: JsonObject, base: string, objects: Objects): JsonObject {
  const id = at(value, 'id');
  const owner = typeof id === 'number' ? objects.appOfCheckRun(id) : null;
  const app = Object.values(apps).find(({ appId }) => appId === owner);
  return {
    ...value,
    html_url: `${base}/${repository}/runs/${shown(id)}`,
    app: app === undefined ? null : describeApp(app, base),
    actions: [],
  };
}

/** The App whose bot has this login. */
function appOf(login: JsonValue | undefined): AppIdentity | null {
  return Object.values(apps).find(({ slug }) => login === `${slug}[bot]`) ?? null;
}

/** An App as GitHub describes it inside other objects. */
function describeApp(app: AppIdentity, base: string): JsonObject {
  return {
    id: app.appId,
    client_id: `Iv23${app.slug}`,
    slug: app.slug,
    node_id: `A_${app.appId}`,
    owner: { login: organisation, id: 1, type: 'Organization' },
    name: app.name,
    description: '',
    external_url: base,
    html_url: `${base}/apps/${app.slug}`,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    permissions: { ...app.permissions },
    events: [...app.events],
  };
}
