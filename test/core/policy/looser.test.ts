import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';
import { readShape } from '../../../lib/core/json/shape.ts';
import { looserThan } from '../../../lib/core/policy/looser.ts';
import { writtenPolicy } from '../../../lib/core/policy/written.ts';
import { faultsOf, policyOf } from './files.ts';

const organisation = `version: 1
evidence: private
seals: [oidc, app]
runners: [github-hosted]
events: [workflow_dispatch, schedule]
bundles:
  triage: {refs: [main, refs/tags/v*]}
  any: {}
actions:
  github.issue.create: {targets: [this, acme/ops-*], risk: medium, expires: 12h, rule: two}
rules:
  two: {roles: [admin, maintain], teams: [acme/sre], users: [1, 2], count: 2, evidence-authors-may-approve: false}
  nobody: {users: [9]}
accepts: {acme/control: 812, acme/audit: 813}
limits: {per-day: 20}
`;

/** The repository's file under the organisation's, in the fourth line and behind. */
function under(text: string, above = organisation): readonly string[] {
  return faultsOf(`version: 1\n${text}`, above);
}

describe('a repository’s policy only tightens its organisation’s', () => {
  test.each([
    'evidence: private',
    'seals: [oidc]',
    'events: [schedule]',
    'remind: 1h',
    'bundles: {triage: {refs: [main, refs/tags/v1]}, any: {refs: [feature/*]}}',
    'actions: {github.issue.create: {targets: [acme/ops-one, this], risk: high, expires: 5m}}',
    'rules: {two: {roles: [admin], count: 3}}',
    'rules: {two: {users: [1, 2], mention: [kim], reason: fewer}}',
    'rules: {three: {roles: [read]}}',
    'accepts: {acme/audit: 813}',
    'accepts: none',
    'limits: {per-day: 20, per-actor-per-day: 10000}',
  ])('what is stricter, or the repository’s own, may be said: %s', (text) => {
    expect(under(text)).toEqual([]);
  });

  test.each([
    ['evidence: public', ['2:1 evidence: private, as the organisation says']],
    ['seals: [hmac, oidc]', ['2:1 seals: only what the organisation allows: oidc, app']],
    ['runners: [self-hosted]', ['2:1 runners: only what the organisation allows: github-hosted']],
    ['events: [push]', ['2:1 events: only what the organisation allows: workflow_dispatch, schedule']],
    ['bundles: {mine: {}}', ['2:11 bundles.mine: a bundle that the organisation allows']],
    [
      'bundles: {triage: {refs: ["*"]}}',
      ['2:20 bundles.triage.refs: only refs that the organisation allows: refs/heads/main, refs/tags/v*'],
    ],
    [
      'actions: {github.issue.create: {targets: [acme/*], risk: low, expires: 13h, rule: two}}',
      [
        '2:33 actions.github.issue.create.targets: only targets that the organisation allows: acme/ops-*, this',
        '2:52 actions.github.issue.create.risk: medium or more, as the organisation says',
        '2:63 actions.github.issue.create.expires: at most the organisation’s 12 hours',
      ],
    ],
    [
      'actions: {github.issue.create: {expires: never}}',
      ['2:33 actions.github.issue.create.expires: at most the organisation’s 12 hours'],
    ],
    [
      'actions: {github.issue.create: {rule: three}}\nrules: {three: {roles: [read], initiator-may-approve: true}}',
      [
        '2:33 actions.github.issue.create.rule: a rule as strict as the organisation’s two (roles: only admin, maintain; count: at least 2; initiator-may-approve: false; evidence-authors-may-approve: false)',
      ],
    ],
    [
      'rules: {two: {roles: [write], teams: [acme/dev], users: [3], count: 1}}',
      [
        '2:15 rules.two.roles: only admin, maintain, as the organisation says',
        '2:31 rules.two.teams: only acme/sre, as the organisation says',
        '2:50 rules.two.users: only 1, 2, as the organisation says',
        '2:62 rules.two.count: at least 2, as the organisation says',
      ],
    ],
    [
      'rules: {nobody: {roles: [admin], initiator-may-approve: true}}',
      [
        '2:18 rules.nobody.roles: none, as the organisation says',
        '2:34 rules.nobody.initiator-may-approve: false, as the organisation says',
      ],
    ],
    [
      'rules: {two: {evidence-authors-may-approve: true}}',
      ['2:15 rules.two.evidence-authors-may-approve: false, as the organisation says'],
    ],
    [
      'actions: {github.issue.create: {targets: [acme/ops-one, acme/other]}}',
      [
        '2:33 actions.github.issue.create.targets: only targets that the organisation allows: acme/ops-*, this',
      ],
    ],
    [
      'actions: {github.issue.create: {targets: [acme/ops-a*]}}',
      [
        '2:33 actions.github.issue.create.targets: only targets that the organisation allows: acme/ops-*, this',
      ],
    ],
    [
      'accepts: {acme/other: 812, acme/control: 813, acme/audit: 813}',
      [
        '2:11 accepts.acme/other: a repository that the organisation allows, by name and id',
        '2:28 accepts.acme/control: a repository that the organisation allows, by name and id',
      ],
    ],
    ['limits: {per-day: 21}', ['2:10 limits.per-day: at most 20, as the organisation says']],
  ])('what is looser is told with line and key: %s', (text, expected) => {
    expect(under(text)).toEqual(expected);
  });

  test('an action type that the organisation does not list is refused', () => {
    const text = 'version: 1\nactions: {github.issue.create: {}}';
    const read = readYaml(text);
    const written = readShape(writtenPolicy, read.ok ? read.value.value : null);
    if (!written.ok) throw new Error('unreadable');
    const said = { written: written.value, policy: policyOf(text) };
    const [create] = said.policy.actions;
    if (create === undefined) throw new Error('no action');
    const above = {
      ...said,
      policy: { ...said.policy, actions: [{ ...create, type: 'github.pull.merge' }] },
    };
    expect(looserThan(above, said)).toEqual([
      { path: 'actions.github.issue.create', expected: 'an action type that the organisation allows' },
    ]);
  });

  test('a type that only the repository lists is bound by the organisation’s default rule', () => {
    const above = 'version: 1\nrules: {default: {roles: [admin]}}';
    const text = 'actions: {github.pull.merge: {rule: mine}}\nrules: {mine: {roles: [write]}}';
    expect(under(text, above)).toEqual([
      '2:31 actions.github.pull.merge.rule: a rule as strict as the organisation’s default (roles: only admin)',
    ]);
    expect(under('actions: {github.pull.merge: {}}', above)).toEqual([]);
  });

  test('a rule of another name is held against the one that the organisation has for everything', () => {
    const above = 'version: 1\nrules: {default: {roles: [admin]}}';
    const rule = 'a rule as strict as the organisation’s default (roles: only admin)';
    expect(
      under('actions: {github.issue.create: {rule: mine}}\nrules: {mine: {roles: [write]}}', above),
    ).toEqual([`2:33 actions.github.issue.create.rule: ${rule}`]);
    expect(
      under('actions: {github.issue.create: {rule: mine}}\nrules: {mine: {roles: [admin], count: 2}}', above),
    ).toEqual([]);
  });

  test.each(['low', 'medium', 'high'])(
    'a rule of another name that applies at %s risk alone is, too',
    (risk) => {
      const above = 'version: 1\nrules: {default: {roles: [admin]}}';
      const names = ['low', 'medium', 'high'].map((one) => `${one}: ${one === risk ? 'mine' : 'default'}`);
      const text = `actions: {github.issue.create: {rule: {${names.join(', ')}}}}\nrules: {mine: {roles: [write]}}`;
      expect(under(text, above)).toEqual([
        '2:33 actions.github.issue.create.rule: a rule as strict as the organisation’s default (roles: only admin)',
      ]);
    },
  );

  test('one rule that is looser than several of the organisation’s is told once for each of them', () => {
    const above =
      'version: 1\nactions: {github.issue.create: {rule: {low: a, medium: b, high: b}}}\nrules: {a: {roles: [admin]}, b: {roles: [admin], count: 2}}';
    const path = '2:33 actions.github.issue.create.rule';
    expect(
      under('actions: {github.issue.create: {rule: mine}}\nrules: {mine: {roles: [write]}}', above),
    ).toEqual([
      `${path}: a rule as strict as the organisation’s a (roles: only admin)`,
      `${path}: a rule as strict as the organisation’s b (roles: only admin; count: at least 2)`,
    ]);
  });

  test('each limit is held against the organisation’s of the same name', () => {
    const above = 'version: 1\nlimits: {per-actor-per-day: 3}';
    expect(under('limits: {per-day: 9, per-actor-per-day: 3}', above)).toEqual([]);
    expect(under('limits: {per-actor-per-day: 4}', above)).toEqual([
      '2:10 limits.per-actor-per-day: at most 3, as the organisation says',
    ]);
  });

  test('a reminder that is inherited is no fault of a file that shortens the time to wait', () => {
    const above = 'version: 1\nremind: 2h\n';
    expect(under('actions: {github.issue.create: {expires: 1h}}', above)).toEqual([]);
    expect(under('remind: 1h\nactions: {github.issue.create: {expires: 1h}}', above)).toHaveLength(1);
  });

  test('what the organisation leaves out is the repositories’ to say', () => {
    const text =
      'evidence: public\nseals: [hmac]\nevents: [push]\nbundles: {a: {}}\nlimits: {per-day: 9}\naccepts: {acme/a: 1}\nactions: {github.issue.create: {expires: never, rule: a}}\nrules: {a: {roles: [read]}}';
    expect(under(text, 'version: 1\nfrozen: audit')).toEqual([]);
    expect(policyOf(`version: 1\n${text}`, 'version: 1\nfrozen: audit').frozen).toBe('audit');
  });
});
