/** Whether an action may be done at a repository other than the one that decides. Null, and no question, where it is that one. */
import { isElsewhere, targetFault } from '../core/policy/target.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { Proposal } from '../core/proposal/proposal.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';

type Decided = Pick<Proposal, 'action' | 'repository'>;

/** Why an action may not be done at its target as that stands now, or null. One question. Rejects when GitHub could not be asked. */
export async function lookAtTarget(
  ports: Pick<AppPorts, 'policies'>,
  host: AppHost,
  proposal: Decided,
): Promise<RefusalCode | null> {
  if (!isElsewhere(proposal)) return null;
  const { name: repository } = proposal.action.target.repository;
  const seen = await host.target({ repository });
  if (!seen.ok) throw hostError('target', seen.fault);
  if (seen.value === null) return targetFault(proposal, null);
  return targetFault(proposal, { ...seen.value, policy: ports.policies.read(seen.value.policy) });
}

/**
 * The same, and whether the target belongs to the installation that decides: one question more. What is public an
 * installation reads everywhere, so that its own reads do not tell.
 */
export async function reachTarget(
  ports: Pick<AppPorts, 'hosts' | 'installations' | 'policies'>,
  installation: string,
  proposal: Decided,
): Promise<RefusalCode | null> {
  if (!isElsewhere(proposal)) return null;
  const [code, found] = await Promise.all([
    lookAtTarget(ports, await ports.hosts.installation(installation), proposal),
    ports.installations.repository(proposal.action.target.repository.name),
  ]);
  if (isLost(code)) return code;
  if (!found.ok && found.fault.status !== 404) throw hostError('target: installation', found.fault);
  return found.ok && found.value === installation ? code : 'target_missing';
}

/** Whether the target's name still leads to it. What can't be learned is no yes. */
export async function leadsToTarget(
  ports: Pick<AppPorts, 'policies'>,
  host: AppHost,
  proposal: Decided,
): Promise<boolean> {
  try {
    return !isLost(await lookAtTarget(ports, host, proposal));
  } catch {
    return false;
  }
}

function isLost(code: RefusalCode | null): boolean {
  return code === 'target_missing' || code === 'target_moved';
}
