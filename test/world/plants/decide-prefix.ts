/** Planted: a hash is this proposal's when it begins like it. */
import { decideCommand as sound } from '../../../lib/core/approval/decide.ts';

export * from '../../../lib/core/approval/decide.ts';

/** @public Stands in for the function of this name. */
export function decideCommand(facts: Parameters<typeof sound>[0]): ReturnType<typeof sound> {
  const { hash, proposalHash } = facts;
  return sound(hash !== null && proposalHash.startsWith(hash) ? { ...facts, hash: proposalHash } : facts);
}
