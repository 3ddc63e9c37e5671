/**
 * The one maker of approvals. Nothing else in the project constructs an `approval.recorded` event, and
 * only the App can reach this file; tests prove both.
 */
import type { EffectKey } from '../core/port/ledger.ts';
import { stillNeeded } from '../core/approval/eligibility.ts';
import type { Basis } from '../core/approval/judgement.ts';
import type { Terms } from '../core/approval/terms.ts';
import type { Permission } from '../core/port/app-host.ts';
import type { Source } from '../core/run/event.ts';
import { formatInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { appendEvents, type AppendFault, type LiveRun, type NewEvent } from './live-run.ts';

/** One eligible person's yes, after everything about it was checked. */
export interface Yes {
  readonly permission: Permission;
  readonly basis: Basis;
  readonly source: Source;
  /** The terms that the person was judged on. */
  readonly terms: Pick<Terms, 'need'>;
}

/**
 * Records an approval. With the last one that the rule asks for, the intent is recorded in the same
 * transaction and its effect key is taken for ever: from then on exactly this run may act, once.
 */
export async function countersign(ports: AppPorts, live: LiveRun, yes: Yes): Promise<LiveRun | AppendFault> {
  const { proposal, hash } = live.read;
  const { need } = yes.terms;
  const by = yes.permission.account;
  const have = live.run.approvals.length + 1;
  const missing = stillNeeded({ count: need }, [...live.run.approvals, { by }]);
  const approval: NewEvent = {
    actor: { kind: 'person', id: by.id, login: by.login },
    event: {
      type: 'approval.recorded',
      data: {
        hash,
        by,
        right: {
          role: yes.permission.roleName,
          basis: yes.basis,
          readAt: formatInstant(ports.clock.now()),
        },
        source: yes.source,
        have,
        need,
      },
    },
  };
  if (missing > 0) return appendEvents(ports, live, [approval]);
  const effect: EffectKey = {
    repositoryId: proposal.action.target.repository.id,
    actionType: proposal.action.type,
    idempotencyKey: proposal.action.idempotencyKey,
  };
  const { repositoryId, idempotencyKey } = effect;
  const intent: NewEvent = {
    event: { type: 'intent.recorded', data: { type: effect.actionType, repositoryId, idempotencyKey } },
  };
  return appendEvents(ports, live, [approval, intent], effect);
}
