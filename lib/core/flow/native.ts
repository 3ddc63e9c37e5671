import type { CallStep, Loop, Step } from '../bundle/bundle.ts';
import { fillObject, fillValue } from '../bundle/fill.ts';
import { soleExpression } from '../bundle/template.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import type { Planner, Situation } from '../port/planner.ts';
import { ok, refused, type Result } from '../result.ts';
import type { FlowDecision, FlowFault, FlowPosition } from './flow.ts';

type Decided = Result<FlowDecision, FlowFault>;

/**
 * The deterministic engine: a bundle's steps in the order in which they are written. The same situation
 * gives the same decision, and evidence decides nothing but what the bundle's own expressions ask of it.
 */
export function nativePlanner(expressions: Expressions): Planner {
  return { name: 'native', deterministic: true, next: (situation) => decide(situation, expressions) };
}

function decide(situation: Situation, expressions: Expressions): Decided {
  const { bundle, position } = situation;
  const step = bundle.steps[position.step];
  if (step === undefined) return ok({ kind: 'done' });
  if (step.kind === 'call' && step.loop !== null) return decideLoop(step, step.loop, situation, expressions);
  const { contexts } = situation;
  return decideOne(step, step.id, contexts, { step: position.step + 1, items: null, item: 0 }, expressions);
}

function decideLoop(step: CallStep, loop: Loop, situation: Situation, expressions: Expressions): Decided {
  const { contexts, position } = situation;
  const after: FlowPosition = { step: position.step + 1, items: null, item: 0 };
  const read = position.items === null ? readItems(step, loop, contexts, expressions) : ok(position.items);
  if (!read.ok) return read;
  const items = read.value;
  const item = items[position.item];
  if (item === undefined) return ok({ kind: 'skip', step, label: step.id, because: 'for', next: after });
  const label = `${step.id}.${position.item + 1}`;
  const next =
    position.item + 1 < items.length ? { step: position.step, items, item: position.item + 1 } : after;
  return decideOne(step, label, { ...contexts, item }, next, expressions);
}

function readItems(
  step: CallStep,
  { items, max }: Loop,
  contexts: JsonObject,
  expressions: Expressions,
): Result<readonly JsonValue[], FlowFault> {
  const path = `steps.${step.id}.for`;
  const source = typeof items === 'string' ? soleExpression(items) : null;
  const read =
    source === null
      ? fillValue(items, path, contexts, expressions)
      : evaluate(source, path, contexts, expressions);
  if (!read.ok) return refused(unfilled(read.fault.path, read.fault.what));
  if (!isJsonArray(read.value)) return refused(unfilled(path, 'its value is no list'));
  const { length } = read.value;
  return length <= max
    ? ok(read.value)
    : refused({
        code: 'budget_exceeded',
        what: `The step ${step.id} would be done for ${length} items, and at most ${max} are allowed.`,
        detail: null,
      });
}

function decideOne(
  step: Step,
  label: string,
  contexts: JsonObject,
  next: FlowPosition,
  expressions: Expressions,
): Decided {
  const path = `steps.${label}`;
  if (step.condition !== null) {
    const holds = evaluate(step.condition, `${path}.if`, contexts, expressions);
    if (!holds.ok) return refused(unfilled(holds.fault.path, holds.fault.what));
    if (!isTrue(holds.value)) return ok({ kind: 'skip', step, label, because: 'if', next });
  }
  switch (step.kind) {
    case 'call': {
      const input = fillObject(step.input, `${path}.with`, contexts, expressions);
      return input.ok
        ? ok({ kind: 'call', step, label, input: input.value, next })
        : refused(unfilled(input.fault.path, input.fault.what));
    }
    case 'expect': {
      const holds = evaluate(step.expectation, `${path}.expect`, contexts, expressions);
      if (!holds.ok) return refused(unfilled(holds.fault.path, holds.fault.what));
      return isTrue(holds.value)
        ? ok({ kind: 'expected', step, next })
        : refused({ code: 'expectation_failed', what: `${step.otherwise} (step ${step.id})`, detail: null });
    }
    case 'pause':
      return ok({ kind: 'pause', step, next });
  }
}

function evaluate(
  source: string,
  path: string,
  contexts: JsonObject,
  expressions: Expressions,
): Result<JsonValue, { readonly path: string; readonly what: string }> {
  const value = expressions.evaluate(source, contexts);
  return value.ok ? value : refused({ path, what: value.fault.what });
}

/** As GitHub reads a condition: false, 0, an empty text and null are false. */
function isTrue(value: JsonValue): boolean {
  return value !== false && value !== 0 && value !== '' && value !== null;
}

function unfilled(path: string, detail: string): FlowFault {
  return { code: 'bundle_invalid', what: `${path} can’t be filled.`, detail };
}
