import type { Policy } from '../policy/policy.ts';
import type { SealVerdict } from '../port/seal.ts';

/**
 * Whether a policy lets a seal that holds count, or why not: its kind, or where the job ran. A kind of seal
 * that says nothing of the runner is not held against the policy's runners: whoever lets that kind count
 * gives this up.
 */
export function refusalOfSeal(
  { seals, runners }: Pick<Policy, 'seals' | 'runners'>,
  { kind, runner }: Extract<SealVerdict, { ok: true }>,
): 'seal_kind_refused' | 'runner_refused' | null {
  if (!seals.includes(kind)) return 'seal_kind_refused';
  return runner === null || runners.includes(runner) ? null : 'runner_refused';
}
