import type { ShapeFault } from '../json/shape.ts';
import type { Action } from '../proposal/proposal.ts';
import { ok, refused, type Result } from '../result.ts';
import { parsePrecondition } from './precondition.ts';
import { faultsOfStrings } from './strings.ts';
import type { ActionType } from './type.ts';
import { actionTypes } from './types.ts';

/** Why an action can't be proposed. Paths start at the action: `action.input.title`. */
export interface ActionFault {
  readonly code: 'action_unknown' | 'action_refused';
  readonly faults: readonly ShapeFault[];
}

/**
 * The whole check of an action, for whoever composes one and for whoever takes one in: its type is
 * known, every string reads as it is and holds no credential, the type takes the input, and the precondition,
 * which is the same for every type, reads strictly.
 */
export function checkAction(action: Action): Result<ActionType, ActionFault> {
  const type = actionTypes.get(action.type);
  if (type === undefined) {
    const known = [...actionTypes.keys()].join(' or ');
    return refused({ code: 'action_unknown', faults: [{ path: 'action.type', expected: known }] });
  }
  const checked = type.check(action);
  const precondition = action.precondition === null ? null : parsePrecondition(action.precondition);
  const faults = [
    ...faultsOfStrings(action.input, 'action.input'),
    ...faultsOfStrings(action.precondition, 'action.precondition'),
    ...(checked.ok ? [] : checked.fault),
    ...(precondition === null || precondition.ok ? [] : precondition.fault),
  ];
  return faults.length > 0 ? refused({ code: 'action_refused', faults }) : ok(type);
}
