import { describe, expect, test } from 'vitest';
import { unfit } from '../../../lib/core/policy/fits.ts';
import { acceptedCounts, exceeds, isLimited, limitWindow } from '../../../lib/core/policy/limits.ts';
import type { PolicyState } from '../../../lib/core/policy/policy.ts';
import type { Proposal } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal, type Twist } from '../../support/proposal.ts';
import { commit, stateOf } from './files.ts';

const hmac = { ok: true, kind: 'hmac', by: 'key 0', runner: null, environment: null } as const;
const oidc = {
  ok: true,
  kind: 'oidc',
  by: 'issuer',
  runner: 'self-hosted',
  environment: { name: null },
} as const;

/** A proposal that fits the policy, until it is twisted. */
function fitting(state: PolicyState, twist: Twist = {}): Proposal {
  if (state.kind !== 'written') return buildProposal(twist).proposal;
  const { digest, policy } = state;
  const { name: _, ...rule } = policy.rules[0] ?? { name: '' };
  const source = { commit, digest };
  const { proposal } = buildProposal({ ...twist, rule: { ...rule, ...twist.rule } });
  return { ...proposal, policy: { ...proposal.policy, source, ...twist.proposal?.policy } };
}

const agent = { agent: { principal: 'planner', key: 'k1', minter: '1001' } };

describe('a proposal fits a policy', () => {
  test.each<[string, string | null, Twist]>([
    ['the default one', null, {}],
    ['a written one', 'version: 1\nrules: {default: {roles: [write], count: 2}}', {}],
    [
      'one that lets it wait for ever',
      'version: 1\nactions: {github.issue.create: {expires: never}}',
      {
        proposal: { expiresAt: null },
      },
    ],
    [
      'one that knows no bundles, as an agent’s draft',
      'version: 1',
      { proposal: { origin: agent, bundle: null } },
    ],
    [
      'one that names its bundle and the branch of its workflow',
      'version: 1\nbundles: {incident-response: {refs: [main]}}',
      {},
    ],
    ['as what waits exactly as long as it may', 'version: 1', {}],
  ])('%s', (_, text, twist) => {
    const state = stateOf(text);
    expect(unfit(fitting(state, twist), state, hmac, false)).toBeNull();
  });

  test.each([
    [null, true, 'evidence_private'],
    ['version: 1\nevidence: public', true, null],
    [null, false, null],
  ])('SE-08: with what it shows of its evidence, under %j, public: %j', (text, isPublic, code) => {
    const state = stateOf(text);
    expect(unfit(fitting(state), state, hmac, isPublic)).toBe(code);
    const withheld = fitting(state, { excerpts: [''], receipt: { flags: ['withheld'] } });
    expect(unfit(withheld, state, hmac, isPublic)).toBeNull();
  });

  test.each<[string, string | null, Twist, string]>([
    ['a policy with faults', 'version: 3', {}, 'policy_invalid'],
    ['a seal that it does not allow', 'version: 1\nseals: [app]', {}, 'seal_kind_refused'],
    ['an event that it does not allow', 'version: 1\nevents: [push]', {}, 'event_refused'],
    ['a bundle that it does not name', 'version: 1\nbundles: {a: {}}', {}, 'bundle_refused'],
    [
      'a policy that was written since',
      'version: 1',
      { proposal: { policy: { source: 'default', rule: buildProposal().proposal.policy.rule } } },
      'policy_mismatch',
    ],
    ['another rule than its own', 'version: 1', { rule: { count: 2 } }, 'policy_mismatch'],
    [
      'a millisecond more than it allows',
      null,
      { proposal: { expiresAt: '2026-12-01T14:10:00.001Z' } },
      'expiry_invalid',
    ],
    ['no end where it wants one', null, { proposal: { expiresAt: null } }, 'expiry_invalid'],
    ['a time that is none', null, { proposal: { issuedAt: 'now' } }, 'expiry_invalid'],
  ])('not with %s', (_, text, twist, code) => {
    const state = stateOf(text);
    expect(unfit(fitting(state, twist), state, hmac, false)).toBe(code);
  });

  test('an agent’s draft is no bundle’s, whatever it says', () => {
    const state = stateOf('version: 1\nbundles: {incident-response: {}}');
    expect(unfit(fitting(state), state, hmac, false)).toBeNull();
    expect(unfit(fitting(state, { proposal: { origin: agent } }), state, hmac, false)).toBe('bundle_refused');
    expect(unfit(fitting(state, { proposal: { bundle: null } }), state, hmac, false)).toBe('bundle_refused');
  });

  test('not from a runner that it does not allow', () => {
    const state = stateOf('version: 1');
    expect(unfit(fitting(state), state, oidc, false)).toBe('runner_refused');
    const both = stateOf('version: 1\nrunners: [self-hosted, github-hosted]');
    expect(unfit(fitting(both), both, oidc, false)).toBeNull();
  });

  test('PO-06: not with the digest of another policy', () => {
    const [one, other] = [stateOf('version: 1\nremind: 1h'), stateOf('version: 1\nremind: 2h')];
    expect(unfit(fitting(one), other, hmac, false)).toBe('policy_mismatch');
    expect(unfit(fitting(one), stateOf(null), hmac, false)).toBe('policy_mismatch');
  });
});

describe('the limits of a policy', () => {
  const { proposal } = buildProposal();
  const limited = (limits: string): Parameters<typeof exceeds>[0] => {
    const state = stateOf(`version: 1\nlimits: {${limits}}`);
    if (state.kind !== 'written') throw new Error('faults');
    return state.policy;
  };
  const counts = (total: number, mine: number): Parameters<typeof exceeds>[2] => ({
    total,
    byInitiator: new Map([['1001', mine]]),
  });

  test.each<[string, number, number, boolean]>([
    ['', 10_000, 10_000, false],
    ['per-day: 2', 1, 1, false],
    ['per-day: 2', 2, 0, true],
    ['per-actor-per-day: 2', 9, 1, false],
    ['per-actor-per-day: 2', 2, 2, true],
  ])('{%s} with %i taken in, %i of them the same person’s: %s', (limits, total, mine, expected) => {
    expect(exceeds(limited(limits), proposal, counts(total, mine))).toBe(expected);
  });

  test('hold a proposal against each of two people who started it', () => {
    const { origin } = proposal;
    if (!('actions' in origin)) throw new Error('a workflow proposes');
    const shared = { ...proposal, origin: { actions: { ...origin.actions, triggeringActor: '2' } } };
    const others = { total: 1, byInitiator: new Map([['2', 1]]) };
    expect(exceeds(limited('per-actor-per-day: 1'), shared, others)).toBe(true);
  });

  test('count nobody else’s proposals against a person', () => {
    const others = { total: 9, byInitiator: new Map([['2', 9]]) };
    expect(exceeds(limited('per-actor-per-day: 1'), proposal, others)).toBe(false);
  });

  test('are counted only where there are some', () => {
    expect(['', 'per-day: 1', 'per-actor-per-day: 1'].map((limits) => isLimited(limited(limits)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('count a proposal once for each person who started it', () => {
    expect(acceptedCounts([['1', '2'], ['1', '1'], []])).toEqual({
      total: 3,
      byInitiator: new Map([
        ['1', 2],
        ['2', 1],
      ]),
    });
  });

  test('look back over 24 hours', () => {
    expect(limitWindow(86_400_001)).toBe(1);
  });
});
