import { describe, expect, test } from 'vitest';
import { faultsOf } from './files.ts';

describe('every fault of a policy is told with line and key', () => {
  test.each([
    ['', ['1:1 version: the key version, with the value 1']],
    ['frozen: why\n', ['1:1 version: the key version, with the value 1']],
    ['- a\n', ['1:1 (document): keys and values']],
    ['version: 2\n', ['1:1 version: an integer from 1 to 1']],
    ['version: "1"\n', ['1:1 version: an integer from 1 to 1']],
    [
      'version: 1\nfreeze: now\n',
      [
        '2:1 freeze: one of the keys version, frozen, evidence, seals, runners, environments, events, bundles, actions, accepts, rules, limits, remind',
      ],
    ],
    ['version: 1\nfrozen: yes\n', ['2:1 frozen: a reason in words; leave the key out where there is none']],
    ['version: 1\nfrozen:\n', ['2:1 frozen: a reason in words; leave the key out where there is none']],
    ['version: 1\nevidence: some\n', ['2:1 evidence: "public" or "private"']],
    ['version: 1\nseals: []\n', ['2:1 seals: at least one']],
    ['version: 1\nseals: oidc\n', ['2:1 seals: a list of at most 3']],
    ['version: 1\nseals: [oidc, oidc]\n', ['2:1 seals: nothing twice']],
    ['version: 1\nseals: [oidc, pgp]\n', ['2:15 seals[1]: "oidc" or "hmac" or "app"']],
    ['version: 1\nrunners: [mine]\n', ['2:11 runners[0]: "github-hosted" or "self-hosted"']],
    ['version: 1\nremind: 2 hours\n', ['2:1 remind: a time from 5m to 30d, such as 90m, 24h or 7d']],
    ['version: 1\nremind: 4m\n', ['2:1 remind: a time from 5m to 30d, such as 90m, 24h or 7d']],
    ['version: 1\nremind: 31d\n', ['2:1 remind: a time from 5m to 30d, such as 90m, 24h or 7d']],
    ['version: 1\nremind: 24\n', ['2:1 remind: a time from 5m to 30d, such as 90m, 24h or 7d']],
    ['version: 1\nremind: 24h\n', ['2:1 remind: less than any action has until it expires']],
    ['version: 1\nbundles: {}\n', ['2:1 bundles: 1 to 200 keys']],
    ['version: 1\nbundles: [a]\n', ['2:1 bundles: keys and values']],
    ['version: 1\nbundles: {a: main}\n', ['2:11 bundles.a: keys and values']],
    [
      'version: 1\nbundles: {A: {}}\n',
      ['2:11 bundles.A: a bundle id: lowercase letters, digits and hyphens, at most 64'],
    ],
    [
      'version: 1\nbundles: {a: {refs: [refs/x/y, a..b, " m", "", "~x", /x, refs/heads/]}}\n',
      [22, 32, 38, 44, 48, 54, 58].map(
        (column, index) =>
          `2:${column} bundles.a.refs[${index}]: a branch such as main, or a whole ref such as refs/tags/v*`,
      ),
    ],
    [
      'version: 1\nactions: {github.issue.destroy: {}}\n',
      [expect.stringMatching(/^2:11 actions\.github\.issue\.destroy: ("[a-z.]+"( or )?)+$/)],
    ],
    [
      'version: 1\nactions: {github.issue.create: {targets: [payments, "*/x"]}}\n',
      [
        '2:43 actions.github.issue.create.targets[0]: `this`, or a repository as owner/name, in which * stands for any characters of the name',
        '2:53 actions.github.issue.create.targets[1]: `this`, or a repository as owner/name, in which * stands for any characters of the name',
      ],
    ],
    [
      'version: 1\nactions:\n  github.issue.create:\n    rule: sre\n',
      ['4:5 actions.github.issue.create.rule: the name of a rule: default'],
    ],
    [
      'version: 1\nactions:\n  github.issue.create:\n    rule:\n      low: default\n      medium: b\n      high: c\n',
      [
        '6:7 actions.github.issue.create.rule.medium: the name of a rule: default',
        '7:7 actions.github.issue.create.rule.high: the name of a rule: default',
      ],
    ],
    [
      'version: 1\nactions: {github.issue.create: {rule: {low: a, medium: b, high: c}}}\n',
      ['low', 'medium', 'high'].map((risk) =>
        expect.stringContaining(`actions.github.issue.create.rule.${risk}: the name of a rule: default`),
      ),
    ],
    [
      'version: 1\nactions: {github.issue.create: {rule: {low: default}, expires: 1y}}\n',
      [
        '2:33 actions.github.issue.create.rule.medium: a member of this name',
        '2:33 actions.github.issue.create.rule.high: a member of this name',
        '2:55 actions.github.issue.create.expires: a time from 5m to 90d, such as 90m, 24h or 7d',
      ],
    ],
    ['version: 1\nrules: {a: {}}\n', ['2:9 rules.a: somebody who may approve: roles, teams or users']],
    [
      'version: 1\nrules: {default: {roles: []}}\n',
      ['2:9 rules.default: somebody who may approve: roles, teams or users'],
    ],
    [
      'version: 1\nrules: {default: {users: [1], count: 2}}\n',
      ['2:31 rules.default.count: at most 1, as nobody else may approve'],
    ],
    [
      'version: 1\nrules:\n  default:\n    users: [octocat, 0, 1.5, true]\n',
      [13, 22, 25, 30].map((column, index) =>
        expect.stringMatching(
          new RegExp(`^4:${column} rules\\.default\\.users\\[${index}\\]: an account’s numeric id, which `),
        ),
      ),
    ],
    [
      'version: 1\nrules: {default: {teams: [sre], count: 0, roles: [""]}}\n',
      [
        '2:27 rules.default.teams[0]: a team as org/slug',
        '2:33 rules.default.count: an integer from 1 to 20',
        '2:51 rules.default.roles[0]: the name of a role',
      ],
    ],
    [
      'version: 1\nrules: {default: {initiator-may-approve: on}}\n',
      ['2:19 rules.default.initiator-may-approve: true or false'],
    ],
    ['version: 1\nlimits: {per-day: 0}\n', ['2:10 limits.per-day: an integer from 1 to 10000']],
    [
      'version: 1\nrunners: [github-hosted]\n',
      [
        '2:1 runners: both kinds, or seals without hmac beside it: that seal does not say which runner made it',
      ],
    ],
    ['version: 1\nversion: 1\n', ['2:1 version: each key once']],
  ] as const)('%j', (text, expected) => {
    expect(faultsOf(text)).toEqual(expected);
  });

  test('PO-03: pull requests run code that nobody has merged, and may not propose', () => {
    expect(faultsOf('version: 1\nevents: [pull_request_target]\n')).toHaveLength(1);
    expect(faultsOf('version: 1\nevents: [push]\n')).toEqual([]);
  });

  test.each([
    ['version: yes', 'yes as a number'],
    ['version: 0o1', 'an octal number'],
    ['version: 1_0', 'a number with an underscore'],
    ['version: 1\nremind: 2026-01-01', 'a date'],
    ['version: 1\nfrozen: ~', 'a tilde'],
    ['version: 1\nfrozen: !!js/function "x"', 'a function'],
    ['version: 1\nfrozen: !!binary eA==', 'binary'],
    ['version: 1\nrules: !!omap [a: 1]', 'an ordered map'],
    ['version: 1\nrules:\n\tdefault: {}', 'a tab'],
    ['version: 1\n---\nversion: 1', 'two documents'],
    ['version: 1\n<<: {frozen: x}', 'a merge key'],
    ['version: 1\n__proto__: {frozen: x}', 'a prototype'],
  ])('PO-03: %j is refused: %s', (text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  test('PO-04: aliases are refused, so that none can be a bomb', () => {
    const rows = Array.from(
      { length: 8 },
      (_, row) => `a${row + 1}: &a${row + 1} [${`*a${row}, `.repeat(9)}x]`,
    );
    const faults = faultsOf(`version: 1\na0: &a0 [x]\n${rows.join('\n')}\n`);
    expect(faults[0]).toContain('2:9 a0: no anchor');
    expect(faults.length).toBeLessThanOrEqual(20);
  });

  test('one megabyte is refused with its first line, and unread', () => {
    expect(faultsOf(`version: 1\n${'# x\n'.repeat(262_144)}`)).toEqual([
      '1:1 (document): at most 65536 characters',
    ]);
  });

  test('a thousand faults are told as fifty', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `k${index}: 1`);
    expect(faultsOf(`version: 1\n${keys.join('\n')}`)).toHaveLength(50);
    const rules = Array.from({ length: 50 }, (_, index) => `  r${index}: {count: 0, x: 1}`);
    expect(faultsOf(`version: 1\nrules:\n${rules.join('\n')}`)).toHaveLength(50);
  });
});
