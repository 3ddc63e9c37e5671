import { checkAction } from '../core/action/check.ts';
import { fillObject, type FillFault } from '../core/bundle/fill.ts';
import { evidenceContext } from '../core/flow/flow.ts';
import type { Expressions } from '../core/port/expressions.ts';
import { idempotencyKeyOf } from '../core/proposal/idempotency-key.ts';
import type { Action } from '../core/proposal/proposal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import type { Ingredients, Shown } from './propose-compose.ts';

/** Fills in what the bundle proposes. Evidence is what is shown, cut as it is shown. */
export function composeAction(
  ingredients: Ingredients,
  shown: readonly Shown[],
  expressions: Expressions,
): Result<Action, RunnerFault> {
  const { bundle, parameters, github, run } = ingredients;
  const evidence = evidenceContext(
    shown.map(({ observation: { step, data }, excerpt }) => ({ step, text: excerpt, data })),
  );
  const contexts = { params: parameters, github, evidence };
  const { type } = bundle.propose;
  const input = fillObject(bundle.propose.input, 'propose.input', contexts, expressions);
  if (!input.ok) return refused(unfilled(input.fault));
  const written = bundle.propose.precondition;
  const precondition =
    written === null ? ok(null) : fillObject(written, 'propose.precondition', contexts, expressions);
  if (!precondition.ok) return refused(unfilled(precondition.fault));
  const { id, ownerId, name } = ingredients.target;
  const target = { repository: { id, ownerId, name } };
  const idempotencyKey = idempotencyKeyOf({
    repositoryId: run.repository.id,
    runId: run.id,
    type,
    target,
    input: input.value,
  });
  const action: Action = {
    type,
    target,
    input: input.value,
    precondition: precondition.value,
    idempotencyKey,
  };
  const checked = checkAction(action);
  if (checked.ok) return ok(action);
  const faults = checked.fault.faults.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ');
  return refused(
    runnerFault(checked.fault.code, 'The action that the bundle proposes is not allowed.', faults),
  );
}

function unfilled({ path, what }: FillFault): RunnerFault {
  return runnerFault('bundle_invalid', `${path} can’t be filled.`, what);
}
