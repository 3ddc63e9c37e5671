/** A token's claims as GitHub's issuer writes them, and a token in its three parts; each twistable. */
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';

export const now = 1_796_047_800;

export const baseClaims: JsonObject = {
  iss: 'https://token.actions.githubusercontent.com',
  sub: 'repo:acme@77/payments@501:ref:refs/heads/main',
  aud: `countersign:v1:${'ab'.repeat(32)}`,
  jti: '0a1b2c3d-0000-4000-8000-000000000001',
  iat: now - 1,
  nbf: now - 601,
  exp: now + 299,
  repository: 'acme/payments',
  repository_id: '501',
  repository_owner: 'acme',
  repository_owner_id: '77',
  repository_visibility: 'private',
  run_id: '8809',
  run_number: '12',
  run_attempt: '1',
  sha: 'a'.repeat(40),
  ref: 'refs/heads/main',
  event_name: 'workflow_dispatch',
  actor: 'dana',
  actor_id: '1001',
  workflow: 'Countersign',
  workflow_ref: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
  workflow_sha: 'a'.repeat(40),
  job_workflow_ref: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
  job_workflow_sha: 'a'.repeat(40),
  runner_environment: 'github-hosted',
  check_run_id: '991',
};

export const baseHeader: JsonObject = { typ: 'JWT', alg: 'RS256', x5t: 'thumb', kid: 'key-1' };

export function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** A compact JWS; parts that are no objects stand as the texts they are. */
export function tokenOf(header: JsonValue, claims: JsonValue, signature = 'c2ln'): string {
  const part = (value: JsonValue): string =>
    encode(typeof value === 'string' ? value : JSON.stringify(value));
  return `${part(header)}.${part(claims)}.${signature}`;
}
