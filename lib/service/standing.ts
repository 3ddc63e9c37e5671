import { evaluate } from '../core/approval/evaluate.ts';
import type { PersonFacts } from '../core/approval/facts.ts';
import type { Terms } from '../core/approval/terms.ts';
import type { PolicyPlace, PolicyState } from '../core/policy/policy.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { Standing } from '../core/publication/standing.ts';
import type { Outlook } from '../core/publication/who.ts';
import type { Account } from '../core/run/event.ts';
import type { AppPorts } from './app-ports.ts';
import { judgeNow, recordedVoices } from './judge-now.ts';
import type { LiveRun } from './live-run.ts';
import { readRight } from './person-facts.ts';
import { presentTerms } from './present-terms.ts';
import { value } from './publication.ts';
import { lookAtTarget } from './target.ts';
import { askThread } from './thread.ts';

/**
 * Whether somebody could approve a run at present: their right, and the policy as it is now, judged as an approval
 * of theirs would be. Null where the run waits for nobody, or where the login leads to another account by now.
 * One request, one more where nothing is known of them yet, and the teams and the commit that the rules ask for.
 */
export async function readStanding(
  ports: AppPorts,
  live: LiveRun,
  by: Account,
  asker: PersonFacts | null,
): Promise<Standing | null> {
  if (live.run.state !== 'awaiting_approval') return null;
  const host = await ports.hosts.installation(live.stored.installation);
  const known = asker?.permission.account.id === by.id ? asker : null;
  const repository = live.read.proposal.repository.name;
  const [facts, { policy, isPublic }] = await Promise.all([
    known ?? readRight(host, { repository, login: by.login }),
    presentPolicy(ports, host, live),
  ]);
  if (facts.permission.account.id !== by.id) return null;
  const judged = await judgeNow(ports, host, live, { facts, policy, isPublic });
  if (!judged.ok) return { kind: 'refused', code: judged.fault };
  const { terms, judgement } = judged.value;
  return { kind: 'judged', judgement, frozen: terms.frozen, place: placeOf(policy, terms) };
}

/**
 * How a run can be approved at present: the decision over the approvals that count, by the policy as it is now. Null
 * where the run waits for nobody. One request.
 */
export async function readOutlook(ports: AppPorts, live: LiveRun): Promise<Outlook | null> {
  if (live.run.state !== 'awaiting_approval') return null;
  const host = await ports.hosts.installation(live.stored.installation);
  const [{ policy, isPublic }, code] = await Promise.all([
    presentPolicy(ports, host, live),
    lookAtTarget(ports, host, live.read.proposal),
  ]);
  if (code !== null) return { kind: 'refused', code };
  // Nobody is judged here, so who wrote a commit is not asked.
  const terms = presentTerms(live, { policy, isPublic, headAuthors: 'unreadable' });
  if (!terms.ok) return { kind: 'refused', code: terms.fault };
  const decision = evaluate(terms.value, recordedVoices(live.run), ports.clock.now());
  return { kind: 'decided', decision, place: placeOf(policy, terms.value) };
}

async function presentPolicy(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
): Promise<{ readonly policy: PolicyState; readonly isPublic: boolean }> {
  const { policy, isPublic } = value('thread', await askThread(host, live));
  return { policy: ports.policies.read(policy), isPublic };
}

/** Where the policy's files say the newest rule. Null for the default one, which no file needs to say. */
function placeOf(state: PolicyState, { rules }: Terms): PolicyPlace | null {
  return state.kind === 'written'
    ? (state.places.get(`rules.${rules.at(-1)?.rule.name ?? ''}`) ?? null)
    : null;
}
