import { describe, expect, it } from 'vitest';
import { ownTerms, termsOf } from '../../../lib/core/approval/terms.ts';
import { defaultAction, defaultPolicy, defaultRule } from '../../../lib/core/policy/defaults.ts';
import type { Policy, PolicyState } from '../../../lib/core/policy/policy.ts';
import { proposalWith } from './person.ts';

const proposal = proposalWith({});
const issuedAt = Date.parse(proposal.issuedAt);
const expiresAt = Date.parse(proposal.expiresAt ?? '');
const hour = 3_600_000;

function state(twist: Partial<Policy> = {}): PolicyState {
  return { kind: 'default', policy: { ...defaultPolicy, ...twist } };
}

function termsUnder(
  policy: PolicyState,
  of = proposal,
  seal: 'hmac' | 'oidc' = 'hmac',
  isPublic = false,
): ReturnType<typeof termsOf> {
  return termsOf(of, { policy, isPublic, seal, headAuthors: ['7'] });
}

function code(answer: ReturnType<typeof termsOf>): string {
  return answer.ok ? 'ok' : answer.fault;
}

describe('a proposal’s own terms', () => {
  it('are its rule, count and expiry', () => {
    expect(ownTerms(proposal)).toEqual({
      rules: [{ from: 'proposal', rule: proposal.policy.rule }],
      need: 1,
      expiresAt,
      frozen: null,
      initiators: new Set(['1001']),
      evidenceAuthors: new Set(),
      headAuthors: 'none',
    });
  });

  it('hold who is known to have written evidence', () => {
    const receipt = { authors: ['5', '6'] };
    expect(ownTerms(proposalWith({ receipt })).evidenceAuthors).toEqual(new Set(['5', '6']));
  });

  it('never expire where the proposal does not, and an expiry that does not read is over', () => {
    expect(ownTerms({ ...proposal, expiresAt: null }).expiresAt).toBeNull();
    expect(ownTerms({ ...proposal, expiresAt: 'later' }).expiresAt).toBe(0);
  });
});

describe('the terms under the policy as it is', () => {
  it('are the proposal’s own where the policy says the same', () => {
    const answer = termsUnder(state());
    expect(answer).toEqual({ ok: true, value: { ...ownTerms(proposal), headAuthors: ['7'] } });
  });

  it('OI-14: are none where evidence is shown to anybody by now, unless the policy says that it may be', () => {
    expect(code(termsUnder(state(), proposal, 'hmac', true))).toBe('evidence_exposed');
    expect(code(termsUnder(state({ evidence: 'public' }), proposal, 'hmac', true))).toBe('ok');
    const withheld = proposalWith({ excerpts: [''], receipt: { flags: ['withheld'] } });
    expect(code(termsUnder(state(), withheld, 'hmac', true))).toBe('ok');
  });

  it('a stricter rule binds beside the proposal’s, and the larger count is asked for', () => {
    const rule = { ...defaultRule, roles: ['admin'], count: 3 };
    const answer = termsUnder(state({ rules: [rule] }));
    expect(answer).toMatchObject({
      ok: true,
      value: { need: 3, rules: [{ from: 'proposal' }, { from: 'policy', rule }] },
    });
    const two = proposalWith({ rule: { count: 2 } });
    expect(termsUnder(state(), two)).toMatchObject({ ok: true, value: { need: 2 } });
  });

  it.each([
    [hour, issuedAt + hour],
    [48 * hour, expiresAt],
    [null, expiresAt],
  ])('the earlier expiry ends it: a policy of %s ms', (expiresMs, expected) => {
    const actions = [{ ...defaultAction, type: proposal.action.type, expiresMs }];
    expect(termsUnder(state({ actions }))).toMatchObject({ ok: true, value: { expiresAt: expected } });
  });

  it('a policy’s expiry counts for a proposal that never expires', () => {
    const never = { ...proposal, expiresAt: null };
    const actions = [{ ...defaultAction, type: proposal.action.type, expiresMs: hour }];
    expect(termsUnder(state({ actions }), never)).toMatchObject({ value: { expiresAt: issuedAt + hour } });
    const endless = [{ ...defaultAction, type: proposal.action.type, expiresMs: null }];
    expect(termsUnder(state({ actions: endless }), never)).toMatchObject({ value: { expiresAt: null } });
  });

  it('frozen terms are terms, with the reason', () => {
    expect(termsUnder(state({ frozen: 'release week' }))).toMatchObject({
      value: { frozen: 'release week' },
    });
  });

  it('a policy with faults gives none', () => {
    expect(code(termsUnder({ kind: 'faulty', faults: [] }))).toBe('policy_invalid');
  });

  it.each([
    ['action', { actions: [] }],
    ['bundle', { bundles: [] }],
    ['seal', { seals: ['oidc'] }],
  ] as ReadonlyArray<readonly [string, Partial<Policy>]>)(
    'a policy that no longer allows the %s gives none',
    (_, twist) => {
      expect(code(termsUnder(state(twist)))).toBe('policy_mismatch');
    },
  );

  it('a bundle counts from the ref that its workflow ran on', () => {
    const { origin, bundle } = proposal;
    if (!('actions' in origin) || bundle === null) throw new Error('the base comes from a bundle');
    const { workflowRef } = origin.actions;
    const ref = workflowRef.slice(workflowRef.indexOf('@') + 1);
    expect(code(termsUnder(state({ bundles: [{ id: bundle.id, refs: [ref] }] })))).toBe('ok');
    expect(code(termsUnder(state({ bundles: [{ id: bundle.id, refs: ['refs/heads/other'] }] })))).toBe(
      'policy_mismatch',
    );
  });

  it.each([{ origin: { agent: { principal: 'a', key: 'k', minter: '9' } } }, { bundle: null }])(
    'what comes from no bundle of a workflow counts as from none: %j',
    (twist) => {
      const draft = { ...proposal, ...twist };
      expect(code(termsUnder(state(), draft))).toBe('ok');
      expect(code(termsUnder(state({ bundles: [{ id: 'incident-response', refs: null }] }), draft))).toBe(
        'policy_mismatch',
      );
    },
  );
});
