import type { CallStep, Loop, Step } from '../bundle/bundle.ts';
import { fillObject, fillValue, type FillFault } from '../bundle/fill.ts';
import { soleExpression } from '../bundle/template.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import type { Planner, Situation } from '../port/planner.ts';
import { ok, refused, type Result } from '../result.ts';
import { flowStart, type FlowDecision, type FlowFault, type FlowPosition } from './flow.ts';

type Decided = Result<FlowDecision, FlowFault>;

/**
 * The deterministic engine: a bundle's steps in the order in which they are written. The same situation
 * gives the same decision, and evidence decides nothing but what the bundle's own expressions ask of it.
 */
export function nativePlanner(expressions: Expressions): Planner {
  return { name: 'native', deterministic: true, next: (situation) => decide(situation, expressions) };
}

function decide(situation: Situation, expressions: Expressions): Decided {
  const { bundle, contexts, position } = situation;
  const step = bundle.steps[position.step];
  if (step === undefined) return ok({ kind: 'done' });
  if (step.kind === 'call' && step.loop !== null) return decideLoop(step, step.loop, situation, expressions);
  return decideOne(step, step.id, contexts, behind(position), expressions);
}

/** Before the step that comes behind the one of a position. */
function behind({ step }: FlowPosition): FlowPosition {
  return { ...flowStart, step: step + 1 };
}

function decideLoop(step: CallStep, loop: Loop, situation: Situation, expressions: Expressions): Decided {
  const { contexts, position } = situation;
  const after = behind(position);
  const read = position.items === null ? readItems(step, loop, contexts, expressions) : ok(position.items);
  if (!read.ok) return read;
  const items = read.value;
  const item = items[position.item];
  if (item === undefined) return ok({ kind: 'skip', step, label: step.id, because: 'for', next: after });
  const label = `${step.id}.${position.item + 1}`;
  const next = position.item + 1 < items.length ? { ...position, items, item: position.item + 1 } : after;
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
      ? filled(fillValue(items, path, contexts, expressions))
      : evaluate(source, path, contexts, expressions);
  if (!read.ok) return read;
  if (!isJsonArray(read.value)) return filled(refused({ path, what: 'its value is no list' }));
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
    if (!holds.ok) return holds;
    if (!isTrue(holds.value)) return ok({ kind: 'skip', step, label, because: 'if', next });
  }
  switch (step.kind) {
    case 'call': {
      const input = filled(fillObject(step.input, `${path}.with`, contexts, expressions));
      return input.ok ? ok({ kind: 'call', step, label, input: input.value, next }) : input;
    }
    case 'expect': {
      const holds = evaluate(step.expectation, `${path}.expect`, contexts, expressions);
      if (!holds.ok) return holds;
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
): Result<JsonValue, FlowFault> {
  const value = expressions.evaluate(source, contexts);
  return value.ok ? value : filled(refused({ path, what: value.fault.what }));
}

/** As GitHub reads a condition: false, 0, an empty text and null are false. */
function isTrue(value: JsonValue): boolean {
  return value !== false && value !== 0 && value !== '' && value !== null;
}

/** What could not be filled is the bundle's fault. */
function filled<Value>(read: Result<Value, FillFault>): Result<Value, FlowFault> {
  if (read.ok) return read;
  const { path, what } = read.fault;
  return refused({ code: 'bundle_invalid', what: `${path} can’t be filled.`, detail: what });
}
