import {
  integer,
  nullable,
  object,
  oneOf,
  pattern,
  readShape,
  text,
  type ShapeFault,
} from '../json/shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { RunnerEnvironment } from '../policy/policy.ts';
import { id } from '../proposal/grammar.ts';
import { ok, refused, type Result } from '../result.ts';

/**
 * What a job's ID token says, as far as it is looked at. GitHub's names in our spelling; ids are decimal
 * strings, times are seconds since 1970. `sub` is not among them: its form changes with GitHub's settings.
 */
export interface SealClaims {
  readonly issuer: string;
  readonly audience: string;
  readonly tokenId: string;
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly repository: string;
  readonly repositoryId: string;
  readonly ownerId: string;
  readonly visibility: 'public' | 'private' | 'internal';
  readonly runId: string;
  readonly attempt: number;
  readonly sha: string;
  readonly event: string;
  readonly actorId: string;
  /** The workflow that was started: `owner/repo/.github/workflows/file.yml@refs/heads/main`. */
  readonly workflowRef: string;
  readonly workflowSha: string;
  /** The workflow that the job stands in: another one where a reusable workflow was called. */
  readonly jobWorkflowRef: string;
  readonly jobWorkflowSha: string;
  readonly runner: RunnerEnvironment;
  /** The deployment environment of the job, whose own rules GitHub has applied; null where it names none. */
  readonly environment: string | null;
}

const sha = pattern('a commit', /^[0-9a-f]{40}$/);
const workflowRef = pattern('a workflow’s file and ref', /^[!-~]{1,500}$/);
/** Up to the year 9999. */
const seconds = integer(0, 253_402_300_799);

const shapes = {
  iss: pattern('an address', /^https?:\/\/[!-~]{1,200}$/),
  // A list of audiences is refused, even one that holds ours.
  aud: text('one audience', 200),
  jti: pattern('an id', /^[!-~]{1,200}$/),
  iat: seconds,
  nbf: seconds,
  exp: seconds,
  repository: pattern('owner/name', /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/),
  repository_id: id,
  repository_owner_id: id,
  repository_visibility: oneOf('public', 'private', 'internal'),
  run_id: id,
  run_attempt: pattern('a count', /^[1-9][0-9]{0,5}$/),
  sha,
  event_name: pattern('an event', /^[a-z_]{1,64}$/),
  actor_id: id,
  workflow_ref: workflowRef,
  workflow_sha: sha,
  job_workflow_ref: workflowRef,
  job_workflow_sha: sha,
  runner_environment: oneOf('github-hosted', 'self-hosted'),
  environment: nullable(text('the name of an environment', 255)),
} as const;

const names = Object.keys(shapes);
const shape = object(shapes);

/** Reads a token's claims: every one that is looked at, with its own type. Others may stand beside them. */
export function readClaims(value: JsonValue): Result<SealClaims, readonly ShapeFault[]> {
  const read = readShape(shape, isJsonObject(value) ? only(value) : value);
  if (!read.ok) return refused(read.fault);
  const claims = read.value;
  return ok({
    issuer: claims.iss,
    audience: claims.aud,
    tokenId: claims.jti,
    issuedAt: claims.iat,
    notBefore: claims.nbf,
    expiresAt: claims.exp,
    repository: claims.repository,
    repositoryId: claims.repository_id,
    ownerId: claims.repository_owner_id,
    visibility: claims.repository_visibility,
    runId: claims.run_id,
    attempt: Number(claims.run_attempt),
    sha: claims.sha,
    event: claims.event_name,
    actorId: claims.actor_id,
    workflowRef: claims.workflow_ref,
    workflowSha: claims.workflow_sha,
    jobWorkflowRef: claims.job_workflow_ref,
    jobWorkflowSha: claims.job_workflow_sha,
    runner: claims.runner_environment,
    environment: claims.environment,
  });
}

function only(claims: JsonObject): JsonObject {
  const looked = Object.entries(claims).filter(([name]) => names.includes(name));
  // The one claim that a token has only where the job says it.
  return { environment: null, ...Object.fromEntries(looked) };
}
