import type { JsonObject } from '../../../lib/core/json/value.ts';
import { objectAt } from '../json.ts';
import { repository, type Login } from './cast.ts';
import { fault, type Answer } from './exchange.ts';
import type { Upstream } from './upstream.ts';

/** What was deployed where, by whom, and what came of it. The emulator knows no deployments. */
export interface Deployed {
  readonly environment: string;
  readonly sha: string;
  readonly by: Login | 'github-actions[bot]';
  readonly at: string;
  readonly description: string;
  /** GitHub's words: a deployment that another one followed is `inactive`. */
  readonly state: 'success' | 'failure' | 'inactive';
}

export interface Deployments {
  /** Notes a deployment, which takes the place of the environment's earlier ones. */
  record(deployed: Deployed): void;
  /** The commit that an environment runs; null where nothing was deployed. */
  current(environment: string): string | null;
  /** Answers at a path below `deployments`; null where that is none. */
  answer(rest: string, query: URLSearchParams): Promise<Answer | null>;
}

type Kept = Deployed & { readonly id: number };

const firstId = 2_914_403_118;

export function createDeployments(base: string, emulator: Upstream): Deployments {
  const all: Kept[] = [];
  return {
    record(deployed) {
      const earlier = all.findIndex(
        (one) => one.environment === deployed.environment && one.state === 'success',
      );
      const kept = all[earlier];
      if (kept !== undefined && deployed.state === 'success') all[earlier] = { ...kept, state: 'inactive' };
      all.push({ ...deployed, id: firstId + all.length });
    },
    current: (environment) => all.findLast((one) => one.environment === environment)?.sha ?? null,
    async answer(rest, query) {
      if (rest === '') {
        const [environment, sha] = [query.get('environment'), query.get('sha')];
        const found = all
          .filter((one) => environment === null || one.environment === environment)
          .filter((one) => sha === null || one.sha === sha)
          .toReversed()
          .slice(0, Number(query.get('per_page') ?? '30'));
        const shapes = found.map(async (one) => deployment(base, one, await userOf(emulator, one)));
        return { status: 200, body: await Promise.all(shapes) };
      }
      const [, id, statuses] = /^\/(\d+)(\/statuses)?$/.exec(rest) ?? [];
      if (id === undefined) return null;
      const one = all.find((kept) => kept.id === Number(id));
      if (one === undefined) return fault(404, 'Not Found');
      const by = await userOf(emulator, one);
      return {
        status: 200,
        body: statuses === undefined ? deployment(base, one, by) : [statusOf(base, one, by)],
      };
    },
  };
}

async function userOf(emulator: Upstream, { by }: Kept): Promise<JsonObject> {
  return objectAt(await emulator.read(`/users/${encodeURIComponent(by)}`));
}

function deployment(base: string, one: Kept, creator: JsonObject): JsonObject {
  const home = `${base}/repos/${repository}`;
  return {
    url: `${home}/deployments/${one.id}`,
    id: one.id,
    node_id: `DE_${one.id}`,
    sha: one.sha,
    ref: 'main',
    task: 'deploy',
    payload: {},
    original_environment: one.environment,
    environment: one.environment,
    description: one.description,
    creator,
    created_at: one.at,
    updated_at: one.at,
    statuses_url: `${home}/deployments/${one.id}/statuses`,
    repository_url: home,
    transient_environment: false,
    production_environment: one.environment === 'production',
    performed_via_github_app: null,
  };
}

function statusOf(base: string, one: Kept, creator: JsonObject): JsonObject {
  const home = `${base}/repos/${repository}`;
  return {
    url: `${home}/deployments/${one.id}/statuses/${one.id}1`,
    id: one.id * 10 + 1,
    node_id: `DES_${one.id}1`,
    state: one.state,
    creator,
    description: one.description,
    environment: one.environment,
    target_url: '',
    environment_url: '',
    log_url: '',
    created_at: one.at,
    updated_at: one.at,
    deployment_url: `${home}/deployments/${one.id}`,
    repository_url: home,
    performed_via_github_app: null,
  };
}
