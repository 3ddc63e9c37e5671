import type { Proposal, RepositoryRef } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import type { PolicyState } from './policy.ts';
import { actionPolicyOf, isTarget } from './rule-for.ts';

/** What GitHub shows of the repository that an action is for, as it stands now. */
export interface TargetNow {
  readonly repository: RepositoryRef;
  /** Whether it is read-only for everybody. */
  readonly archived: boolean;
  /** What its own policy files, and those of its organisation, come to. */
  readonly policy: PolicyState;
}

/** Whether an action is for another repository than the one that decides. */
export function isElsewhere({ action, repository }: Pick<Proposal, 'action' | 'repository'>): boolean {
  return action.target.repository.id !== repository.id;
}

/**
 * Why an action may not be done at a target elsewhere as that stands now, or null. The target has its say: it must
 * accept the repository that decides, by name and id; allow this type of action on itself; and not be frozen. Who
 * approves is the deciding repository's policy alone. Null for `now`: the App does not reach it.
 */
export function targetFault(
  { action, repository }: Pick<Proposal, 'action' | 'repository'>,
  now: TargetNow | null,
): RefusalCode | null {
  if (now === null) return 'target_missing';
  const { id, ownerId, name } = action.target.repository;
  const found = now.repository;
  if (found.id !== id || found.ownerId !== ownerId || found.name !== name) return 'target_moved';
  if (now.archived) return 'target_archived';
  if (now.policy.kind === 'faulty') return 'target_policy_invalid';
  const { policy } = now.policy;
  const accepted = policy.accepts.some((one) => one.id === repository.id && one.name === repository.name);
  const targets = actionPolicyOf(policy, action.type)?.targets ?? [];
  if (!accepted || !targets.some((pattern) => isTarget(pattern, found, found))) return 'target_unaccepted';
  return policy.frozen === null ? null : 'target_frozen';
}
