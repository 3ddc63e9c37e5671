import { policyCheckRunName, renderPolicyCheckRun } from '../core/publication/policy-check-run.ts';
import type { PolicyPushIncoming } from '../core/webhook/push.ts';
import type { AppPorts } from './app-ports.ts';
import { done, type Handled } from './handled.ts';
import { hostError } from './host-error.ts';

/**
 * Says on a commit of the default branch what became of the policy that it changed. The check run is found
 * before it is made, so that a second try after a crash adds none.
 */
export async function handlePolicyPush(ports: AppPorts, incoming: PolicyPushIncoming): Promise<Handled> {
  const { place, before, after } = incoming;
  const host = await ports.hosts.installation(place.installation);
  const repository = place.repository.name;
  const change = await host.policyChange({ repository, before, after });
  if (!change.ok) throw hostError('policy: change', change.fault);
  // A forced push may have left the file as it was.
  if (change.value.before?.text === change.value.after?.text) return done('policy unchanged');
  // Beside what came before it: the same commit may be come back to, from a stricter policy.
  const externalId = `policy:${before ?? ''}:${after}`;
  const checkRun = { repository, name: policyCheckRunName, sha: after, externalId };
  const found = await host.findCheckRun(checkRun);
  if (!found.ok) throw hostError('policy: find check run', found.fault);
  if (found.value !== null) return done('known');
  const { organisation } = change.value;
  const was = ports.policies.read({ repository: change.value.before, organisation });
  const now = ports.policies.read({ repository: change.value.after, organisation });
  const detailsUrl = `${ports.host}/${repository}/blob/${after}/.github/countersign.yml`;
  const made = await host.createCheckRun({
    ...checkRun,
    detailsUrl,
    actions: [],
    ...renderPolicyCheckRun(was, now),
  });
  if (!made.ok) throw hostError('policy: check run', made.fault);
  return done(`policy ${now.kind}`);
}
