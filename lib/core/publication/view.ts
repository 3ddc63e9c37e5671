import type { ActionType } from '../action/type.ts';
import { actionTypes } from '../action/types.ts';
import type { Entry } from '../audit/entry.ts';
import type { Digest } from '../json/digest.ts';
import { isElsewhere } from '../policy/target.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Run } from '../run/advance.ts';
import type { DataOf, EventType } from '../run/event.ts';

/** What every publication of a run is made of. */
export interface RunView {
  readonly proposal: Proposal;
  readonly hash: Digest;
  readonly run: Run;
  readonly entries: readonly Entry[];
  /** Web address of the GitHub host, without a slash at the end. */
  readonly host: string;
}

/** An entry of one type, with that type's data. */
export interface EntryOf<Type extends EventType> {
  readonly at: string;
  readonly digest: Digest;
  readonly data: DataOf<Type>;
}

/** The newest entry of a type, or null. */
export function lastOf<Type extends EventType>(view: RunView, type: Type): EntryOf<Type> | null {
  const found = view.entries.findLast((entry) => entry.type === type);
  // An entry's data are those of its type, which was compared just now.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return found === undefined ? null : (found as unknown as EntryOf<Type>);
}

/** Why a run is on hold, by its code. */
export function heldFor(view: RunView): RefusalCode {
  return lastOf(view, 'run.held')?.data.code ?? 'held';
}

/** How many people must approve, and how many more still must: by the newest count, else by the proposal's rule. */
export function countsOf({ proposal, run }: RunView): { readonly need: number; readonly more: number } {
  const need = run.tally?.need ?? proposal.policy.rule.count;
  return { need, more: Math.max(0, need - run.approvals.length) };
}

/** How many people could approve when the proposal was taken up; null where the look ended early. */
export function eligibleOf(view: RunView): number | null {
  const eligible = lastOf(view, 'proposal.accepted')?.data.eligible;
  return eligible?.complete === true ? eligible.count : null;
}

/** What the proposal would do, as its action type says it, without a full stop. */
export function sentenceOf(view: Pick<RunView, 'proposal'>): string {
  return typeOf(view).sentence(view.proposal.action);
}

/** The action's type, which the proposal was read by. */
export function typeOf({ proposal }: Pick<RunView, 'proposal'>): ActionType {
  const type = actionTypes.get(proposal.action.type);
  if (type === undefined) throw new TypeError('publication: the proposal was not parsed');
  return type;
}

/** The name of the repository that the action is for, where that is not the one that decides; else null. */
export function elsewhereOf({ proposal }: Pick<RunView, 'proposal'>): string | null {
  return isElsewhere(proposal) ? proposal.action.target.repository.name : null;
}
