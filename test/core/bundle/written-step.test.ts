import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { bundleOf, faultsOf, written } from './written.ts';

const call = { id: 'status', call: 'ops.service-status' };

function withSteps(...steps: readonly JsonObject[]): JsonObject {
  return {
    ...written,
    servers: { ops: { builtin: 'ops', tools: ['service-status'] } },
    budgets: { calls: 20 },
    steps: [...steps],
    propose: { type: 'github.issue.create', risk: 'low', input: {} },
  };
}

describe('a step', () => {
  it('is a call, an expectation or a pause, by what it has', () => {
    const { steps } = bundleOf(
      withSteps(
        { ...call, if: 'true', for: ['a'], max: 3, with: { service: '${{ item }}' }, excerptBytes: 512 },
        { id: 'down', expect: "contains(evidence.status[0].text, 'x')", otherwise: 'It is up.' },
        { id: 'ask', pause: 'Worth it?', if: '${{ true }}' },
      ),
    );
    expect(steps).toEqual([
      {
        kind: 'call',
        id: 'status',
        condition: 'true',
        loop: { items: ['a'], max: 3 },
        server: 'ops',
        tool: 'service-status',
        input: { service: '${{ item }}' },
        excerptBytes: 512,
      },
      {
        kind: 'expect',
        id: 'down',
        condition: null,
        expectation: "contains(evidence.status[0].text, 'x')",
        otherwise: 'It is up.',
      },
      { kind: 'pause', id: 'ask', condition: 'true', question: 'Worth it?' },
    ]);
  });

  it.each([
    ['nothing to do', { id: 'x' }, 'steps[1]'],
    ['two things to do', { id: 'x', call: 'ops.service-status', pause: 'Now?' }, 'steps[1]'],
    ['a list without a call', { id: 'x', pause: 'Now?', for: ['a'] }, 'steps[1]'],
    ['arguments without a call', { id: 'x', pause: 'Now?', with: {} }, 'steps[1]'],
    ['a bound without a list', { ...call, id: 'x', max: 2 }, 'steps[1].max'],
    ['an expectation without words', { id: 'x', expect: 'true' }, 'steps[1]'],
    ['words without an expectation', { ...call, id: 'x', otherwise: 'No.' }, 'steps[1]'],
    [
      'a condition of two expressions',
      { ...call, id: 'x', if: '${{ true }} and ${{ false }}' },
      'steps[1].if',
    ],
    ['a condition that does not end', { ...call, id: 'x', if: '${{ true' }, 'steps[1].if'],
    ['an empty condition', { ...call, id: 'x', if: '' }, 'steps[1].if'],
    ['a condition that reads the world', { ...call, id: 'x', if: "hashFiles('x')" }, 'steps[1].if'],
    ['a condition on a secret', { ...call, id: 'x', if: 'secrets.X' }, 'steps[1].if'],
    ['a condition on an item without a list', { ...call, id: 'x', if: 'item' }, 'steps[1].if'],
    ['a condition on a later step', { ...call, id: 'x', if: 'evidence.later.text' }, 'steps[1].if'],
    [
      'an expectation on a parameter that is not there',
      { id: 'x', expect: 'params.no', otherwise: 'No.' },
      'steps[1].expect',
    ],
    ['a list that is a text', { ...call, id: 'x', for: 'a' }, 'steps[1].for'],
    ['a list that is a number', { ...call, id: 'x', for: 3 }, 'steps[1].for'],
    ['a list over the bound', { ...call, id: 'x', for: ['a', 'b'], max: 1 }, 'steps[1].max'],
    ['a list of 21', { ...call, id: 'x', for: Array.from({ length: 21 }, () => 'a') }, 'steps[1].for'],
    ['a list from nowhere', { ...call, id: 'x', for: '${{ nowhere.x }}' }, 'steps[1].for'],
    ['a list with an unknown parameter', { ...call, id: 'x', for: ['${{ params.no }}'] }, 'steps[1].for[0]'],
    [
      'two lists over the budget',
      { ...call, id: 'x', for: '${{ params.service }}', max: 20 },
      'budgets.calls',
    ],
    [
      'a pattern of one’s own making',
      { ...call, id: 'x', if: 'match(evidence.status.text, params.service)' },
      'steps[1].if',
    ],
  ])('with %s is refused', (_, step, path) => {
    expect(faultsOf(withSteps(call, step)).map((fault) => fault.path)).toContain(path);
  });

  it('a bundle without a call has nothing to show', () => {
    expect(faultsOf(withSteps({ id: 'ask', pause: 'Now?' })).map(({ path }) => path)).toContain('steps');
  });
});

describe('evidence steers nothing but what an expression of the bundle asks of it', () => {
  const each = { ...call, id: 'each', for: '${{ evidence.status.data }}' };

  it.each([
    [{ ...call, id: 'x', with: { service: "${{ match(evidence.status.text, '[a-z]+') }}" } }],
    [{ ...each, with: { service: "${{ match(item, '[a-z]+') }}" } }],
    [{ ...each, with: { page: "${{ fromJSON(match(item, '[1-9]')) }}" } }],
    [{ ...call, id: 'x', for: '${{ params.service }}', max: 2, with: { service: '${{ item }}' } }],
  ])('a value may: %j', (step) => {
    expect(faultsOf(withSteps(call, step))).toEqual([]);
  });

  it.each([
    [{ ...call, id: 'x', with: { service: '${{ evidence.status.text }}' } }, 'evidence only inside match()'],
    [
      { ...call, id: 'x', with: { service: '${{ quote(evidence.status.text) }}' } },
      'evidence only inside match()',
    ],
    [{ ...each, with: { service: '${{ item }}' } }, 'evidence only inside match()'],
    [{ ...each, with: { service: '${{ item.name }}-x' } }, 'evidence only inside match()'],
    [
      { ...each, with: { service: "/${{ match(item, '[a-z]+') }}" } },
      'match() or fromJSON(match()) as the whole text, or code(match())',
    ],
    [
      { ...each, with: { service: "${{ format('@{0}', match(item, '[a-z]+')) }}" } },
      'match() or fromJSON(match()) as the whole text, or code(match())',
    ],
    [
      { ...each, with: { service: "${{ match(item, '.+') }}" } },
      'a written-out pattern in match(), of letters, digits and _ . / : - only',
    ],
  ])('%j may not', (step, expected) => {
    expect(faultsOf(withSteps(call, step)).map((fault) => fault.expected)).toContain(expected);
  });

  it('in what is proposed, bare values are matched, and a target or precondition takes no quotes', () => {
    const proposing = (propose: JsonObject): readonly string[] =>
      faultsOf({
        ...withSteps(call),
        propose: { type: 'github.issue.create', risk: 'low', input: {}, ...propose },
      }).map(({ path }) => path);
    const sha = "${{ match(evidence.status.data.sha, '[0-9a-f]{40}') }}";
    expect(
      proposing({ input: { sha }, precondition: { ref: { sha } }, target: '${{ params.service }}' }),
    ).toEqual([]);
    expect(proposing({ input: { title: `Back to \${{ code(${sha.slice(3, -2)}) }}` } })).toEqual([]);
    expect(proposing({ precondition: { ref: '${{ quote(evidence.status.text) }}' } })).toContain(
      'propose.precondition.ref',
    );
    expect(proposing({ target: '${{ evidence.status.text }}' })).toContain('propose.target');
  });

  it('a target’s id stands beside its target, written out', () => {
    const proposing = (propose: JsonObject): readonly string[] =>
      faultsOf({
        ...withSteps(call),
        propose: { type: 'github.issue.create', risk: 'low', input: {}, ...propose },
      }).map(({ path }) => path);
    const target = 'acme/secret';
    for (const targetId of [1_296_269, '9007199254740993', null])
      expect(proposing({ target, targetId })).toEqual([]);
    for (const targetId of [0, '01', '${{ params.id }}', 'acme/secret', true])
      expect(proposing({ target, targetId })).toEqual(['propose.targetId']);
    expect(proposing({ targetId: 1_296_269 })).toEqual(['propose.targetId']);
  });
});
