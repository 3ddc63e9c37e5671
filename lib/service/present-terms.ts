import { preconditionOf } from '../core/action/precondition.ts';
import type { Observed } from '../core/action/compare-precondition.ts';
import type { HeadAuthors } from '../core/approval/facts.ts';
import { termsOf, type Terms } from '../core/approval/terms.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import type { Proposal } from '../core/proposal/proposal.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';
import { hostError } from './host-error.ts';
import type { LiveRun } from './live-run.ts';

/**
 * On what terms a run can be approved by the policy as it is now, the stricter of both; or why it can't any more.
 * Where the action depends on a commit, its authors must have been read: `headAuthorsOf`, `readHeadAuthors`.
 */
export function presentTerms(
  live: LiveRun,
  now: { readonly policy: PolicyState; readonly isPublic: boolean; readonly headAuthors: HeadAuthors },
): Result<Terms, RefusalCode> {
  const accepted = live.stored.entries.find((entry) => entry.type === 'proposal.accepted');
  if (accepted?.type !== 'proposal.accepted') throw new TypeError('a run in the ledger was accepted');
  return termsOf(live.read.proposal, { ...now, seal: accepted.data.seal.kind });
}

/** Who wrote the commit that an action's precondition names, from what was observed of it. */
export function headAuthorsOf({ action }: Proposal, observed: Observed | null): HeadAuthors {
  if ((preconditionOf(action)?.ref ?? null) === null) return 'none';
  // There is no such commit: then nobody is known not to have written it.
  return observed?.authors ?? 'unreadable';
}

/** Reads who wrote the commit that the action depends on; asks for nothing where it depends on none. */
export async function readHeadAuthors(host: AppHost, proposal: Proposal): Promise<HeadAuthors> {
  const dependsOnCommit = (preconditionOf(proposal.action)?.ref ?? null) !== null;
  if (!dependsOnCommit) return 'none';
  return headAuthorsOf(proposal, await observe(host, proposal, 'authors of the commit'));
}

/** Reads what an action depends on; null where it depends on nothing. `what`: what for, in an error's words. */
export async function observe(host: AppHost, { action }: Proposal, what: string): Promise<Observed | null> {
  const precondition = preconditionOf(action);
  if (precondition === null) return null;
  const observed = await host.observe({ repository: action.target.repository.name, precondition });
  if (!observed.ok) throw hostError(what, observed.fault);
  return observed.value;
}
