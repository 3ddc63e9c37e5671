import type { Entry } from '../core/audit/entry.ts';
import { faultInWords } from '../core/policy/fault-words.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import type { AppPorts } from './app-ports.ts';
import type { LiveRun } from './live-run.ts';
import { value } from './publication.ts';
import { askThread } from './thread.ts';

/**
 * What the policy itself says to a refusal that rests on it, as it is when the refusal is told: why it is frozen, or
 * where its first fault is. Null for every other refusal, which then costs no request.
 */
export async function policySays(ports: AppPorts, live: LiveRun, entry: Entry): Promise<string | null> {
  if (entry.type !== 'command.refused') return null;
  const { code } = entry.data;
  if (code !== 'frozen' && code !== 'policy_invalid') return null;
  const host = await ports.hosts.installation(live.stored.installation);
  const thread = value('thread', await askThread(host, live));
  return wordsOf(ports.policies.read(thread.policy));
}

/** Null where the policy has changed since, and says neither any more. */
function wordsOf(state: PolicyState): string | null {
  if (state.kind !== 'faulty') return state.policy.frozen;
  const [first] = state.faults;
  return first === undefined ? null : faultInWords(first);
}
