import type { ShapeFault } from '../json/shape.ts';
import { isJsonArray } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import type { Bundle, CallStep, Loop, Step } from './bundle.ts';
import { soleExpression } from './template.ts';
import { checkExpression, checkTemplates, type TemplateScope } from './template-check.ts';

/** What the parts of a bundle must be to one another, beyond the shape of each; lists every fault. */
export function checkBundle(bundle: Bundle, expressions: Expressions): readonly ShapeFault[] {
  const faults: ShapeFault[] = [...checkCalls(bundle)];
  // A step sees the evidence of the calls before it, and nothing of those behind.
  const known = new Set<string>();
  const seen = new Set<string>();
  for (const [index, step] of bundle.steps.entries()) {
    const path = `steps[${index}]`;
    if (seen.has(step.id)) faults.push({ path: `${path}.id`, expected: 'an id that no other step has' });
    faults.push(...checkStep(step, path, scopeOf(bundle, known), expressions));
    seen.add(step.id);
    if (step.kind === 'call') known.add(step.id);
  }
  const { input, precondition, target, targetId } = bundle.propose;
  if (targetId !== null && target === null)
    faults.push({ path: 'propose.targetId', expected: 'a target beside it' });
  const scope = scopeOf(bundle, known);
  faults.push(
    ...checkTemplates(input, 'propose.input', { ...scope, written: true }, expressions),
    ...checkTemplates(precondition, 'propose.precondition', scope, expressions),
    ...checkTemplates(target, 'propose.target', { ...scope, contexts: ['params', 'github'] }, expressions),
  );
  return faults;
}

function scopeOf(bundle: Bundle, steps: ReadonlySet<string>): TemplateScope {
  return {
    contexts: ['params', 'github', 'evidence'],
    untrusted: new Set(['evidence']),
    written: false,
    parameters: new Set(bundle.parameters.map(({ name }) => name)),
    steps: new Set(steps),
  };
}

function checkCalls(bundle: Bundle): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  const calls = bundle.steps.filter((step) => step.kind === 'call');
  if (calls.length === 0) faults.push({ path: 'steps', expected: 'at least one step with call' });
  const most = calls.reduce((sum, step) => sum + mostCalls(step), 0);
  if (most > bundle.budgets.calls)
    faults.push({ path: 'budgets.calls', expected: `at least ${most}, which the steps can take` });
  for (const [index, step] of bundle.steps.entries()) {
    if (step.kind !== 'call') continue;
    const path = `steps[${index}].call`;
    const server = bundle.servers.find(({ id }) => id === step.server);
    if (server === undefined) faults.push({ path, expected: `a server of the bundle, not ${step.server}` });
    else if (!server.tools.includes(step.tool))
      faults.push({ path, expected: `a tool that servers.${step.server}.tools lists` });
  }
  for (const { id } of bundle.servers)
    if (!calls.some(({ server }) => server === id))
      faults.push({ path: `servers.${id}`, expected: 'a server that a step calls' });
  return faults;
}

/** How many calls a step takes at most. */
export function mostCalls({ loop }: CallStep): number {
  if (loop === null) return 1;
  return isJsonArray(loop.items) ? loop.items.length : loop.max;
}

function checkStep(
  step: Step,
  path: string,
  scope: TemplateScope,
  expressions: Expressions,
): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  const loop = step.kind === 'call' ? step.loop : null;
  const inner = loop === null ? scope : loopScope(loop, path, scope, expressions, faults);
  if (step.condition !== null)
    faults.push(...checkExpression(step.condition, `${path}.if`, inner, expressions));
  if (step.kind === 'expect')
    faults.push(...checkExpression(step.expectation, `${path}.expect`, inner, expressions));
  if (step.kind === 'call') faults.push(...checkTemplates(step.input, `${path}.with`, inner, expressions));
  return faults;
}

/** Checks what a step is done for, and says what its other parts may use. */
function loopScope(
  { items, max }: Loop,
  path: string,
  scope: TemplateScope,
  expressions: Expressions,
  faults: ShapeFault[],
): TemplateScope {
  const contexts = [...scope.contexts, 'item'];
  const source = typeof items === 'string' ? soleExpression(items) : null;
  if (source === null) {
    faults.push(...checkTemplates(items, `${path}.for`, scope, expressions));
    if (isJsonArray(items) && items.length > max)
      faults.push({ path: `${path}.max`, expected: `at least ${items.length}, the list’s length` });
    return { ...scope, contexts };
  }
  faults.push(...checkExpression(source, `${path}.for`, scope, expressions));
  const use = expressions.inspect(source, scope.contexts);
  // What came out of evidence stays untrusted as an item.
  const isTrusted = use.ok && !use.value.contexts.has('evidence');
  return isTrusted
    ? { ...scope, contexts }
    : { ...scope, contexts, untrusted: new Set([...scope.untrusted, 'item']) };
}
