import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { Refusal } from '../rights.ts';
import { type Call, type Routes, page, repositoryFor } from '../route.ts';
import { simpleUser } from '../shapes/account.ts';
import { type Deployment, type Repository, accountOf, fullName } from '../state.ts';

const right = { permission: 'deployments', level: 'read' } as const;

export const deploymentRoutes: Routes = {
  'GET /repos/{owner}/{repo}/deployments': (call) => {
    const repository = repositoryFor(call, right);
    const [environment, sha] = [call.query.get('environment'), call.query.get('sha')];
    const found = repository.deployments
      .filter((one) => environment === null || one.environment === environment)
      .filter((one) => sha === null || one.sha === sha)
      .toReversed();
    const { rows, headers } = page(call, found);
    return { status: 200, headers, body: rows.map((one) => deploymentShape(call, repository, one)) };
  },
  'GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses': (call) => {
    const repository = repositoryFor(call, right);
    const one = repository.deployments.find(({ id }) => String(id) === call.params['deployment_id']);
    if (one === undefined) throw new Refusal(404, 'Not Found');
    const { rows, headers } = page(call, one.statuses.toReversed());
    return { status: 200, headers, body: rows.map((status) => statusShape(call, repository, one, status)) };
  },
};

function deploymentShape(call: Call, repository: Repository, one: Deployment): JsonNode {
  const url = `${homeOf(call, repository)}/deployments/${one.id}`;
  return {
    url,
    id: one.id,
    node_id: nodeId('Deployment', one.id),
    sha: one.sha,
    ref: one.sha,
    task: 'deploy',
    payload: {},
    original_environment: one.environment,
    environment: one.environment,
    description: one.description,
    creator: simpleUser(call.state, accountOf(call.state, one.creatorId), call.base),
    created_at: one.createdAt,
    updated_at: one.createdAt,
    statuses_url: `${url}/statuses`,
    repository_url: homeOf(call, repository),
    transient_environment: false,
    production_environment: one.environment === 'production',
  };
}

function statusShape(
  call: Call,
  repository: Repository,
  { id, environment }: Deployment,
  status: Deployment['statuses'][number],
): JsonNode {
  const url = `${homeOf(call, repository)}/deployments/${id}`;
  return {
    url: `${url}/statuses/${status.id}`,
    id: status.id,
    node_id: nodeId('DeploymentStatus', status.id),
    state: status.state,
    creator: simpleUser(call.state, accountOf(call.state, status.creatorId), call.base),
    description: status.description,
    environment,
    target_url: url,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    deployment_url: url,
    repository_url: homeOf(call, repository),
  };
}

function homeOf({ state, base }: Call, repository: Repository): string {
  return `${base}/repos/${fullName(state, repository)}`;
}
