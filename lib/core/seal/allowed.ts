import type { Policy } from '../policy/policy.ts';
import type { SealVerdict } from '../port/seal.ts';

/**
 * Whether a policy lets a seal that holds count, or why not: its kind, where the job ran, or its deployment
 * environment. A kind of seal that says nothing of the runner is not held against the policy's runners: whoever
 * lets that kind count gives this up. Environments are asked for by name, so there a kind that says nothing is
 * refused; a job's seal of which only its verdict is left was asked when it was taken in. GitHub tells
 * environments apart without regard to case.
 */
export function refusalOfSeal(
  { seals, runners, environments }: Pick<Policy, 'seals' | 'runners' | 'environments'>,
  { kind, runner, environment }: Extract<SealVerdict, { ok: true }>,
): 'seal_kind_refused' | 'runner_refused' | 'environment_refused' | null {
  if (!seals.includes(kind)) return 'seal_kind_refused';
  if (runner !== null && !runners.includes(runner)) return 'runner_refused';
  if (environments === null) return null;
  if (environment === null) return kind === 'oidc' ? null : 'environment_refused';
  const name = environment.name?.toLowerCase();
  return environments.some((one) => one.toLowerCase() === name) ? null : 'environment_refused';
}
