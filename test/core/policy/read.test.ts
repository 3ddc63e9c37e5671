import { describe, expect, test } from 'vitest';
import { defaultPolicy, defaultRule } from '../../../lib/core/policy/defaults.ts';
import { readPolicies } from '../../../lib/core/policy/read.ts';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';
import { commit, faultsOf, organisationCommit, policyOf, stateOf } from './files.ts';

const whole = `version: 1
frozen: release week
evidence: public
seals: [oidc]
runners: [self-hosted, github-hosted]
events: [push, workflow_dispatch]
remind: 2h
bundles:
  triage:
  incident-response:
    refs: [main, refs/tags/v*]
actions:
  github.issue.create:
    targets: [this, acme/ops-*]
    risk: medium
    expires: 7d
    rule: {low: default, medium: default, high: two}
accepts:
  acme/control: 812
  Acme/audit: "9007199254740993"
rules:
  two:
    reason: Money moves.
    roles: [admin, Release Captain]
    teams: [acme/sre]
    users: [583231, "9007199254740993"]
    count: 2
    initiator-may-approve: true
    evidence-authors-may-approve: false
    mention: [acme/sre, kim]
limits:
  per-day: 50
  per-actor-per-day: 5
`;

describe('a policy file', () => {
  test('PO-02: one that is missing gives the safe defaults', () => {
    expect(stateOf(null)).toEqual({ kind: 'default', policy: defaultPolicy });
  });

  test('one that says nothing but its version says what the defaults say', () => {
    const state = stateOf('version: 1\n');
    expect(state).toMatchObject({ kind: 'written', policy: defaultPolicy, commit });
  });

  test('says everything that can be said', () => {
    expect(policyOf(whole)).toEqual({
      version: 1,
      frozen: 'release week',
      evidence: 'public',
      seals: ['oidc'],
      runners: ['github-hosted', 'self-hosted'],
      environments: null,
      events: ['push', 'workflow_dispatch'],
      remindMs: 7_200_000,
      bundles: [
        { id: 'incident-response', refs: ['refs/heads/main', 'refs/tags/v*'] },
        { id: 'triage', refs: null },
      ],
      actions: [
        {
          type: 'github.issue.create',
          targets: ['acme/ops-*', 'this'],
          risk: 'medium',
          expiresMs: 604_800_000,
          rules: { low: 'default', medium: 'default', high: 'two' },
        },
      ],
      accepts: [
        { name: 'Acme/audit', id: '9007199254740993' },
        { name: 'acme/control', id: '812' },
      ],
      rules: [
        defaultRule,
        {
          name: 'two',
          reason: 'Money moves.',
          roles: ['admin', 'Release Captain'],
          teams: ['acme/sre'],
          users: ['583231', '9007199254740993'],
          count: 2,
          initiatorMayApprove: true,
          evidenceAuthorsMayApprove: false,
          mention: ['acme/sre', 'kim'],
        },
      ],
      limits: { perDay: 50, perActorPerDay: 5 },
    });
  });

  test('tells where each of its keys stands', () => {
    const state = stateOf(whole);
    const at = (path: string): unknown => state.kind === 'written' && state.places.get(path);
    expect(at('frozen')).toEqual({ owner: 'repository', line: 2, column: 1 });
    expect(at('rules.two.count')).toEqual({ owner: 'repository', line: 27, column: 5 });
    expect(at('actions.github.issue.create')).toEqual({ owner: 'repository', line: 13, column: 3 });
    expect(at('actions.github.issue.create.rule.low')).toBeUndefined();
  });

  test('never expires where it says so, for every risk under one rule', () => {
    const [action] =
      policyOf(
        'version: 1\nactions: {github.issue.create: {expires: never, rule: a}}\nrules: {a: {users: [1]}}',
      ).actions ?? [];
    expect(action).toEqual({
      type: 'github.issue.create',
      targets: ['this'],
      risk: 'low',
      expiresMs: null,
      rules: { low: 'a', medium: 'a', high: 'a' },
    });
  });

  test('whoever names approvers has named all of them; who names none keeps the default’s', () => {
    const rules = (text: string): unknown => policyOf(`version: 1\nrules: {default: ${text}}`).rules[0];
    expect(rules('{count: 2}')).toEqual({ ...defaultRule, count: 2 });
    expect(rules('{teams: [acme/sre]}')).toEqual({ ...defaultRule, roles: [], teams: ['acme/sre'] });
    expect(rules('{users: [7]}')).toEqual({ ...defaultRule, roles: [], users: ['7'] });
    expect(rules('{roles: [write]}')).toEqual({ ...defaultRule, roles: ['write'] });
  });

  test('order and spelling change nothing about its digest, a different policy does', () => {
    const digest = (text: string): unknown => {
      const state = stateOf(text);
      return state.kind === 'written' ? state.digest : null;
    };
    const one = digest('version: 1\nseals: [oidc, app]\nremind: 60m\n');
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(digest('# why\nremind: 1h\n"version": 1\nseals:\n  - app\n  - oidc\n')).toBe(one);
    expect(digest('version: 1\nseals: [oidc, app]\nremind: 61m\n')).not.toBe(one);
    expect(digest('version: 1\nrules: {b: {users: [1]}, a: {users: [1]}}')).toBe(
      digest('version: 1\nrules: {a: {users: [1]}, b: {users: [1]}}'),
    );
  });

  test('PO-02: one that nobody can read is faulty, whichever it is', () => {
    const text = { commit, text: null };
    const expected = { line: 1, column: 1, path: '(document)', expected: 'a text file of at most 64 KiB' };
    expect(readPolicies({ repository: text, organisation: null }, readYaml)).toEqual({
      kind: 'faulty',
      faults: [{ owner: 'repository', ...expected }],
    });
    expect(readPolicies({ repository: null, organisation: text }, readYaml)).toEqual({
      kind: 'faulty',
      faults: [{ owner: 'organisation', ...expected }],
    });
  });
});

describe('the repositories that may decide for another', () => {
  const accepts = (text: string, organisation: string | null = null): readonly string[] =>
    policyOf(`version: 1\n${text}`, organisation).accepts.map(({ name, id }) => `${name} ${id}`);

  test('are none unless a file names them, each by name and id', () => {
    expect(accepts('')).toEqual([]);
    expect(accepts('accepts: none')).toEqual([]);
    expect(accepts('accepts: {acme/b: 2, acme/a: "1"}')).toEqual(['acme/a 1', 'acme/b 2']);
  });

  test('are inherited from the organisation, and may be fewer', () => {
    const above = 'version: 1\naccepts: {acme/a: 1, acme/b: 2}';
    expect(accepts('', above)).toEqual(['acme/a 1', 'acme/b 2']);
    expect(accepts('accepts: {acme/b: 2}', above)).toEqual(['acme/b 2']);
    expect(accepts('accepts: none', above)).toEqual([]);
  });

  test.each([
    ['accepts: [acme/a]', '2:1 accepts: keys and values'],
    ['accepts: all', '2:1 accepts: keys and values'],
    ['accepts: {}', '2:1 accepts: 1 to 50 keys'],
    ['accepts: {acme/*: 1}', '2:11 accepts.acme/*: '],
    ['accepts: {acme/a: this}', '2:11 accepts.acme/a: the repository’s numeric id'],
    ['accepts: {acme/a: 0}', '2:11 accepts.acme/a: the repository’s numeric id'],
  ])('can’t be named otherwise: %s', (text, fault) => {
    expect(faultsOf(`version: 1\n${text}`)[0]).toContain(fault);
  });
});

describe('an organisation’s policy', () => {
  test('applies where the repository has none, from the organisation’s commit', () => {
    const state = stateOf(null, 'version: 1\nfrozen: audit\n');
    expect(state).toMatchObject({
      kind: 'written',
      policy: { frozen: 'audit' },
      commit: organisationCommit,
      places: new Map([
        ['version', { owner: 'organisation', line: 1, column: 1 }],
        ['frozen', { owner: 'organisation', line: 2, column: 1 }],
      ]),
    });
  });

  test('with faults makes the repository’s useless too', () => {
    expect(faultsOf('version: 1', 'version: 2')).toEqual([
      'organisation 1:1 version: an integer from 1 to 1',
    ]);
  });

  test('is inherited where the repository’s says nothing', () => {
    expect(stateOf('version: 1', whole)).toMatchObject({ kind: 'written', policy: policyOf(whole), commit });
    expect(stateOf('version: 1\nfrozen: here too', whole)).toMatchObject({
      policy: { frozen: 'release week' },
    });
  });

  test('gives its members to what the repository’s says in part', () => {
    const text = `version: 1
bundles: {triage: {refs: [main]}, incident-response: {}}
actions: {github.issue.create: {expires: 1d}}
rules: {two: {count: 3}}
limits: {per-day: 10}
`;
    const policy = policyOf(text, whole);
    expect(policy.bundles).toEqual([
      { id: 'incident-response', refs: ['refs/heads/main', 'refs/tags/v*'] },
      { id: 'triage', refs: ['refs/heads/main'] },
    ]);
    expect(policy.actions?.[0]).toMatchObject({
      risk: 'medium',
      expiresMs: 86_400_000,
      rules: { high: 'two' },
    });
    expect(policy.rules.find(({ name }) => name === 'two')).toMatchObject({ count: 3, teams: ['acme/sre'] });
    expect(policy.limits).toEqual({ perDay: 10, perActorPerDay: 5 });
  });
});
