import type { Standing } from '../core/publication/standing.ts';
import type { PolicyPlace, PolicySources } from '../core/policy/policy.ts';
import type { Account } from '../core/run/event.ts';
import type { AppPorts } from './app-ports.ts';
import { judgeNow } from './judge-now.ts';
import type { LiveRun } from './live-run.ts';
import { value } from './publication.ts';

/**
 * Whether somebody could approve a run at present: their right, and the policy as it is now, judged as an approval
 * of theirs would be. Null where the run waits for nobody, or where the login leads to another account by now.
 * Two requests side by side, and the teams and the commit that the rules ask for.
 */
export async function readStanding(ports: AppPorts, live: LiveRun, by: Account): Promise<Standing | null> {
  if (live.run.state !== 'awaiting_approval') return null;
  const host = await ports.hosts.installation(live.stored.installation);
  const repository = live.read.proposal.repository.name;
  const issueNodeId = live.run.issue?.nodeId ?? '';
  const [right, thread] = await Promise.all([
    host.permissionOf({ repository, login: by.login }),
    host.thread({ repository, issueNodeId, commentNodeIds: [] }),
  ]);
  const permission = value('permission', right);
  const { policy } = value('thread', thread);
  if (permission.account.id !== by.id) return null;
  const judged = await judgeNow(ports, host, live, { facts: { permission, teams: new Map() }, policy });
  if (!judged.ok) return { kind: 'refused', code: judged.fault };
  const { terms, judgement } = judged.value;
  const name = terms.rules.at(-1)?.rule.name ?? '';
  return { kind: 'judged', judgement, frozen: terms.frozen, place: placeOf(ports, policy, name) };
}

/** Where the policy's files say a rule. Null for the default one, which no file needs to say. */
function placeOf(ports: AppPorts, sources: PolicySources, rule: string): PolicyPlace | null {
  const state = ports.policies.read(sources);
  return state.kind === 'written' ? (state.places.get(`rules.${rule}`) ?? null) : null;
}
