/** Proposals under a policy file, as a runner makes them that reads it. */
import type { Proposal } from '../../lib/core/proposal/proposal.ts';
import type { Twist } from '../support/proposal.ts';
import { stateOf } from '../core/policy/files.ts';
import { propose, repository, type House, type Opened } from './house.ts';

export const policyPath = '.github/countersign.yml';

/** Writes a policy on the default branch. Answers with what a runner that reads it there puts into a proposal. */
export function writePolicy(house: House, text: string): Proposal['policy'] {
  const commit = house.world.commit({ repository, path: policyPath, text });
  const state = stateOf(text);
  if (state.kind !== 'written') throw new Error('the policy has faults');
  const [rule] = state.policy.rules;
  if (rule === undefined) throw new Error('the policy has no rule');
  return { source: { commit, digest: state.digest }, rule };
}

/** Writes a policy on the default branch, and proposes as a runner does that reads it there. */
export async function proposeUnder(
  house: House,
  text: string,
  twist: Partial<Proposal> = {},
  action: NonNullable<Twist['action']> = {},
): Promise<Opened> {
  const policy = writePolicy(house, text);
  return propose(house, { twist: { action, proposal: { policy, ...twist } } });
}
