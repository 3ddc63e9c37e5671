import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../../lib/core/bundle/bundle.ts';
import { evidenceContext, flowStart, type FlowDecision } from '../../../lib/core/flow/flow.ts';
import { nativePlanner } from '../../../lib/core/flow/native.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { bundleOf, callsOf, expressions, written } from '../bundle/written.ts';

const planner = nativePlanner(expressions);
const call = { id: 'status', call: 'ops.service-status', with: { service: '${{ params.service }}' } };

function bundleWith(...steps: readonly JsonObject[]): Bundle {
  return bundleOf({
    ...written,
    parameters: {
      service: { type: 'string', description: 'The service.' },
      services: { type: 'array', description: 'More.', items: { type: 'string' }, default: ['a'] },
    },
    servers: { ops: { builtin: 'ops', tools: ['service-status'] } },
    budgets: { calls: 40 },
    steps: [...steps],
    propose: { type: 'github.issue.create', risk: 'low', input: {} },
  });
}

/** All decisions until the flow is done, or its fault. */
function play(bundle: Bundle, params: JsonObject, answer: JsonValue = null): readonly unknown[] {
  const seen: unknown[] = [];
  const answers: Array<Parameters<typeof evidenceContext>[0][number]> = [];
  let position = flowStart;
  for (let turn = 0; turn < 50; turn += 1) {
    const contexts = { params, github: {}, evidence: evidenceContext(answers) };
    const decided = planner.next({ bundle, contexts, position });
    if (!decided.ok) return [...seen, decided.fault];
    if (decided.value.kind === 'done') return seen;
    if (decided.value.kind === 'call')
      answers.push({ step: decided.value.step, text: `text of ${decided.value.label}`, data: answer });
    seen.push(inShort(decided.value));
    position = decided.value.next;
  }
  throw new Error('the flow does not end');
}

function inShort(decision: Exclude<FlowDecision, { readonly kind: 'done' }>): readonly unknown[] {
  switch (decision.kind) {
    case 'call':
      return ['call', decision.label, decision.input];
    case 'skip':
      return ['skip', decision.label, decision.because];
    case 'expected':
    case 'pause':
      return [decision.kind, decision.step.id];
  }
}

describe('the deterministic engine', () => {
  it('is named, deterministic, and goes through the steps as they are written', () => {
    expect(planner).toMatchObject({ name: 'native', deterministic: true });
    const bundle = bundleWith(call, { ...call, id: 'again', with: {} });
    expect(play(bundle, { service: 'a' })).toEqual([
      ['call', 'status', { service: 'a' }],
      ['call', 'again', {}],
    ]);
  });

  it.each([
    ['${{ true }}', true],
    ["params.service == 'a'", true],
    ['${{ false }}', false],
    ['${{ 0 }}', false],
    ["${{ '' }}", false],
    ['${{ null }}', false],
    ["${{ contains(evidence.status.text, 'TEXT OF') }}", true],
    ["${{ evidence.status.data.state == 'down' }}", false],
  ])('if: %s', (condition, isDone) => {
    const bundle = bundleWith(call, { ...call, id: 'then', if: condition });
    expect(play(bundle, { service: 'a' })[1]).toEqual(
      isDone ? ['call', 'then', { service: 'a' }] : ['skip', 'then', 'if'],
    );
  });

  it('a step with a list is done for each item in order, and its evidence is a list', () => {
    const bundle = bundleWith(
      { ...call, for: ['x', 'y'], with: { service: '${{ item }}' } },
      {
        ...call,
        id: 'last',
        if: "${{ join(evidence.status.*.text, '+') == 'text of status.1+text of status.2' }}",
      },
    );
    expect(play(bundle, { service: 'a' })).toEqual([
      ['call', 'status.1', { service: 'x' }],
      ['call', 'status.2', { service: 'y' }],
      ['call', 'last', { service: 'a' }],
    ]);
  });

  it('a list comes from parameters or evidence, and its items can be left out one by one', () => {
    const bundle = bundleWith(
      call,
      {
        ...call,
        id: 'each',
        for: '${{ evidence.status.data }}',
        if: "${{ item.name != 'skip' }}",
        with: { service: "${{ match(item.name, '[a-z]+') }}" },
      },
      { ...call, id: 'given', for: '${{ params.services }}', with: { service: '${{ item }}' } },
    );
    const params = { service: 'a', services: ['p'] };
    expect(play(bundle, params, [{ name: 'one' }, { name: 'skip' }, { name: 'two' }])).toEqual([
      ['call', 'status', { service: 'a' }],
      ['call', 'each.1', { service: 'one' }],
      ['skip', 'each.2', 'if'],
      ['call', 'each.3', { service: 'two' }],
      ['call', 'given.1', { service: 'p' }],
    ]);
  });

  it('an empty list is a step left out', () => {
    const bundle = bundleWith(call, { ...call, id: 'each', for: '${{ evidence.status.data }}', with: {} });
    expect(play(bundle, { service: 'a' }, [])[1]).toEqual(['skip', 'each', 'for']);
  });

  it('a list that is longer than allowed ends the flow', () => {
    const bundle = bundleWith(call, {
      ...call,
      id: 'each',
      for: '${{ evidence.status.data }}',
      max: 2,
      with: {},
    });
    expect(play(bundle, { service: 'a' }, [1, 2, 3])[1]).toEqual({
      code: 'budget_exceeded',
      what: 'The step each would be done for 3 items, and at most 2 are allowed.',
      detail: null,
    });
  });

  it.each([
    [{ for: '${{ evidence.status.text }}' }, 'steps.each.for can’t be filled.'],
    [{ for: "${{ fromJSON('{') }}" }, 'steps.each.for can’t be filled.'],
    [{ for: ["${{ fromJSON('{') }}"] }, 'steps.each.for[0] can’t be filled.'],
    [{ if: "${{ fromJSON('{') }}" }, 'steps.each.if can’t be filled.'],
    [
      { with: { service: "${{ match(params.service, '[0-9]') }}" } },
      'steps.each.with.service can’t be filled.',
    ],
  ])('what cannot be filled ends the flow: %j', (twist, what) => {
    const bundle = bundleWith(call, { ...call, id: 'each', ...twist });
    expect(play(bundle, { service: 'a' })[1]).toMatchObject({ code: 'bundle_invalid', what });
  });

  it('what is expected holds, or ends the flow with the bundle’s own words', () => {
    const expect1 = { id: 'down', expect: "${{ evidence.status.data == 'down' }}", otherwise: 'It is up.' };
    const bundle = bundleWith(call, expect1, { ...call, id: 'more' });
    expect(play(bundle, { service: 'a' }, 'DOWN').map((one) => (Array.isArray(one) ? one[1] : one))).toEqual([
      'status',
      'down',
      'more',
    ]);
    expect(play(bundle, { service: 'a' }, 'up').at(-1)).toEqual({
      code: 'expectation_failed',
      what: 'It is up. (step down)',
      detail: null,
    });
    const broken = bundleWith(call, { ...expect1, expect: "${{ fromJSON('{') }}" });
    expect(play(broken, { service: 'a' }).at(-1)).toMatchObject({
      what: 'steps.down.expect can’t be filled.',
    });
  });

  it('a pause is a decision, and a skipped one is not', () => {
    const bundle = bundleWith(
      call,
      { id: 'ask', pause: 'Is it worth it?' },
      { id: 'not', pause: 'Really?', if: '${{ false }}' },
    );
    expect(play(bundle, { service: 'a' }).slice(1)).toEqual([
      ['pause', 'ask'],
      ['skip', 'not', 'if'],
    ]);
  });

  it('the same situation gives the same decision', () => {
    const bundle = bundleWith({ ...call, for: ['x', 'y'] });
    const situation = {
      bundle,
      contexts: { params: { service: 'a' }, github: {}, evidence: {} },
      position: flowStart,
    };
    expect(planner.next(situation)).toEqual(planner.next(situation));
    expect(callsOf(bundle)).toHaveLength(1);
  });
});
