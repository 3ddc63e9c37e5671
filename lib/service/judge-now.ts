import type { PersonFacts } from '../core/approval/facts.ts';
import { judge } from '../core/approval/judge.ts';
import type { Judgement, Voice } from '../core/approval/judgement.ts';
import type { Terms } from '../core/approval/terms.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { Run } from '../core/run/advance.ts';
import { parseInstant, type EpochMs } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import type { LiveRun } from './live-run.ts';
import { withTeams } from './person-facts.ts';
import { presentTerms, readHeadAuthors } from './present-terms.ts';
import { lookAtTarget } from './target.ts';

/** What is known of one person, of the policy and of the repository before they are judged. */
interface Known {
  readonly facts: PersonFacts;
  readonly policy: PolicyState;
  readonly isPublic: boolean;
}

/**
 * Judges one person by the proposal's rule and the policy's of this moment, with the teams and the commit's authors
 * that this takes. Refused where the policy gives no terms at all, or the action's target does not take it.
 */
export async function judgeNow(
  ports: Pick<AppPorts, 'policies'>,
  host: AppHost,
  live: LiveRun,
  { facts, policy, isPublic }: Known,
): Promise<Result<{ readonly terms: Terms; readonly judgement: Judgement }, RefusalCode>> {
  const code = await lookAtTarget(ports, host, live.read.proposal);
  if (code !== null) return refused(code);
  const headAuthors = await readHeadAuthors(host, live.read.proposal);
  const terms = presentTerms(live, { policy, isPublic, headAuthors });
  if (!terms.ok) return terms;
  const whole = await withTeams(host, terms.value, facts);
  return ok({ terms: terms.value, judgement: judge(terms.value, whole) });
}

/** Why somebody may not resume a run by the policy of this moment, or null. Frozen, nothing that would execute goes on. */
export async function resumeFault(
  ports: Pick<AppPorts, 'policies'>,
  host: AppHost,
  live: LiveRun,
  known: Known,
): Promise<RefusalCode | null> {
  const judged = await judgeNow(ports, host, live, known);
  if (!judged.ok) return judged.fault;
  const { terms, judgement } = judged.value;
  if (judgement.answer !== 'yes') return judgement.code;
  return terms.frozen !== null && live.run.state === 'failed' ? 'frozen' : null;
}

/** The approvals that count so far, as they were judged when they were said. */
export function recordedVoices(run: Run): readonly Voice[] {
  return run.approvals.map(({ by, at }) => ({ by, at: instantOf(at), judgement: 'recorded' }));
}

/** An instant of the ledger's, which was read strictly; one that does not read is never in time. */
export function instantOf(written: string): EpochMs {
  const read = parseInstant(written);
  return read.ok ? read.value : Number.POSITIVE_INFINITY;
}
