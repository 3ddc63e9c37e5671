import type { EffectKey } from '../core/port/ledger.ts';
import type { Entry } from '../core/audit/entry.ts';
import type { Proposal } from '../core/proposal/proposal.ts';

/** What of a proposal only one may wait: a newer one for the same bundle, action and target replaces the older. */
export function slotOf({ repository, bundle, action }: Proposal): string {
  return `${repository.id}:${bundle?.id ?? 'agent'}:${action.type}:${action.target.repository.id}`;
}

/** What may have one open run: an Actions run, or an agent's draft. */
export function originOf({ repository, origin, nonce }: Proposal): string {
  return `${repository.id}:${'actions' in origin ? origin.actions.runId : `agent-${nonce}`}`;
}

/** The effect key that an intent of the run took, for ever; null where there was none. */
export function effectOf(entries: readonly Entry[]): EffectKey | null {
  const intent = entries.find((entry) => entry.type === 'intent.recorded');
  if (intent?.type !== 'intent.recorded') return null;
  const { repositoryId, type: actionType, idempotencyKey } = intent.data;
  return { repositoryId, actionType, idempotencyKey };
}

/** The cursor that says since when the ledger is one that was rebuilt: an instant. */
export const rebuiltCursor = 'rebuilt';
