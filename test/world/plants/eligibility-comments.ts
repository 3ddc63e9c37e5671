/** Planted: approvals are counted, whoever gave them. */
import { stillNeeded as sound } from '../../../lib/core/approval/eligibility.ts';

export * from '../../../lib/core/approval/eligibility.ts';

/** @public Stands in for the function of this name. */
export function stillNeeded(
  rule: Parameters<typeof sound>[0],
  approvers: Parameters<typeof sound>[1],
): number {
  return Math.max(0, rule.count - approvers.length);
}
