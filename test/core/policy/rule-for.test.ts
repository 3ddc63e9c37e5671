import { describe, expect, test } from 'vitest';
import { defaultPolicy, defaultRule } from '../../../lib/core/policy/defaults.ts';
import type { Policy } from '../../../lib/core/policy/policy.ts';
import { raisedRisk, ruleFor, type PolicyQuestion } from '../../../lib/core/policy/rule-for.ts';
import { policyOf } from './files.ts';

const here = { id: '701', ownerId: '77', name: 'acme/payments' };
const question: PolicyQuestion = {
  type: 'github.issue.create',
  target: here,
  repository: here,
  bundle: { id: 'triage', ref: 'refs/heads/main' },
  risk: 'medium',
};
const policy = policyOf(`version: 1
bundles: {triage: {refs: [main, refs/tags/v*]}, free: {}}
actions: {github.issue.create: {targets: [this, Acme/ops-*], risk: medium, expires: 2h, rule: {low: default, medium: default, high: two}}}
rules: {two: {teams: [acme/sre], count: 2}}
`);

describe('the rule that applies to an action', () => {
  test('is the default one, for a day, where no policy says otherwise', () => {
    expect(ruleFor(defaultPolicy, question)).toEqual({
      ok: true,
      value: { rule: defaultRule, expiresMs: 86_400_000, riskFloor: 'low' },
    });
    expect(ruleFor(defaultPolicy, { ...question, bundle: null })).toMatchObject({ ok: true });
  });

  test.each(['github.pull.merge', 'github.workflow.dispatch'])(
    'is none for %s, which nobody can undo, until a policy lists it',
    (type) => {
      expect(ruleFor(defaultPolicy, { ...question, type })).toEqual({ ok: false, fault: 'action_refused' });
      const listed = policyOf(`version: 1\nactions: {${type}: {}}\n`);
      expect(ruleFor(listed, { ...question, type })).toMatchObject({ value: { rule: defaultRule } });
    },
  );

  test('is chosen by the proposal’s risk', () => {
    expect(ruleFor(policy, question)).toMatchObject({
      ok: true,
      value: { rule: { name: 'default' }, expiresMs: 7_200_000, riskFloor: 'medium' },
    });
    expect(ruleFor(policy, { ...question, risk: 'high' })).toMatchObject({
      value: { rule: { name: 'two' } },
    });
  });

  test.each<[string, Partial<PolicyQuestion>, string]>([
    ['a type that is not listed', { type: 'github.pull.merge' }, 'action_refused'],
    ['another repository', { target: { ...here, id: '702', name: 'acme/other' } }, 'target_disallowed'],
    ['the same name under another id', { target: { ...here, id: '702' } }, 'target_disallowed'],
    ['a bundle that is not listed', { bundle: { id: 'other', ref: 'refs/heads/main' } }, 'bundle_refused'],
    ['an agent’s draft where bundles are listed', { bundle: null }, 'bundle_refused'],
    ['a bundle from another branch', { bundle: { id: 'triage', ref: 'refs/heads/main2' } }, 'bundle_refused'],
    [
      'a bundle from a tag of the branch’s name',
      { bundle: { id: 'triage', ref: 'refs/tags/main' } },
      'bundle_refused',
    ],
    ['less risk than the floor', { risk: 'low' }, 'risk_too_low'],
  ])('PO-16: %s is refused', (_, twist, code) => {
    expect(ruleFor(policy, { ...question, ...twist })).toEqual({ ok: false, fault: code });
  });

  test.each<[string, Partial<PolicyQuestion>]>([
    [
      'a target that fits a pattern, whatever its case',
      { target: { ...here, id: '9', name: 'acme/Ops-one' } },
    ],
    ['a tag that fits a pattern', { bundle: { id: 'triage', ref: 'refs/tags/v1.2' } }],
    ['a bundle from any ref', { bundle: { id: 'free', ref: 'refs/pull/1/merge' } }],
  ])('%s is allowed', (_, twist) => {
    expect(ruleFor(policy, { ...question, ...twist })).toMatchObject({ ok: true });
  });

  test('a policy that was not read, and names a rule it does not have, is a mistake of ours', () => {
    const broken: Policy = { ...policy, rules: [] };
    expect(() => ruleFor(broken, question)).toThrow('no rule of the name default');
  });
});

describe('a risk', () => {
  test.each([
    ['low', 'medium'],
    ['medium', 'medium'],
    ['high', 'high'],
  ] as const)('%s is raised to %s under a floor of medium', (risk, raised) => {
    expect(raisedRisk(policy, 'github.issue.create', risk)).toBe(raised);
  });

  test('stays as it is where the policy does not know the type', () => {
    expect(raisedRisk(policy, 'github.pull.merge', 'low')).toBe('low');
  });
});
