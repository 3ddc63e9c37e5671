import type { Bundle } from '../core/bundle/bundle.ts';
import { proposesEvidence } from '../core/bundle/proposes-evidence.ts';
import { mayShowEvidence } from '../core/policy/exposes.ts';
import type { Policy } from '../core/policy/policy.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { ActionsRun, SeenRepository } from '../core/port/runner-host.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { gather, type Gathered, type GatherOrder, type GatherPorts } from './gather.ts';

/** Whether whole evidence is kept as an artifact: where it can be, always or else nothing is proposed, or not at all. */
export type Keeping = 'auto' | 'required' | 'never';

/** Whether the proposal shows its evidence, or carries digests only. */
export type Showing = 'shown' | 'withheld';

/**
 * Decides before anything is started whether evidence may be shown. Where it may not, a bundle that would put some
 * into what it proposes is refused: what an action writes can be read where it is proposed and where it is done.
 */
export function decideShowing(
  asked: {
    readonly order: { readonly bundle: Bundle; readonly keeping: Keeping };
    readonly run: Pick<ActionsRun, 'repository'>;
    readonly target: SeenRepository;
    readonly policy: Policy;
  },
  { expressions }: { readonly expressions: Expressions },
): Result<Showing, RunnerFault> {
  const { order, run, target, policy } = asked;
  const { bundle, keeping } = order;
  const { repository } = run;
  const open = [repository, target].find(({ isPublic }) => !mayShowEvidence(policy, isPublic));
  if (open !== undefined && proposesEvidence(bundle.propose, expressions))
    return refused(
      runnerFault(
        'evidence_private',
        `${open.name} is public, the policy does not say \`evidence: public\`, and the bundle ${bundle.id} puts evidence into what it proposes.`,
      ),
    );
  if (mayShowEvidence(policy, repository.isPublic)) return ok('shown');
  if (keeping !== 'required') return ok('withheld');
  return refused(
    runnerFault(
      'evidence_not_kept',
      `The whole evidence must be kept, but ${repository.name} is public and the policy does not say \`evidence: public\`.`,
    ),
  );
}

/** Gathers, and where evidence is withheld keeps what servers wrote after they were asked out of the log, too. */
export async function gatherShowing(
  order: GatherOrder,
  ports: GatherPorts,
  showing: Showing,
): Promise<Result<Gathered, RunnerFault>> {
  if (showing === 'shown') return gather(order, ports);
  let asked = false;
  const gathered = await gather(order, {
    ...ports,
    progress: (event) => {
      asked ||= event.type === 'servers_ready';
      ports.progress(event);
    },
  });
  if (gathered.ok || !asked || gathered.fault.detail === null) return gathered;
  const { what } = gathered.fault;
  const why = 'anybody can read this log, and the policy does not say `evidence: public`';
  return refused({ ...gathered.fault, what: `${what} What it wrote is left out: ${why}.`, detail: null });
}
