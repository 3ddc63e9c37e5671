import { describe, expect, test } from 'vitest';
import { faultsOf } from './files.ts';

function many(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join(', ');
}

function rule(text: string): string {
  return `version: 1\nrules: {default: {${text}}}\n`;
}

describe('how much a policy may hold', () => {
  test.each<[string, number, (count: number) => string, string]>([
    [
      'rules',
      50,
      (count) => `version: 1\nrules: {${many(count, (one) => `r${one}: {users: [1]}`)}}\n`,
      'keys',
    ],
    ['bundles', 200, (count) => `version: 1\nbundles: {${many(count, (one) => `b${one}: {}`)}}\n`, 'keys'],
    [
      'refs',
      20,
      (count) => `version: 1\nbundles: {a: {refs: [${many(count, (one) => `b${one}`)}]}}\n`,
      'list',
    ],
    [
      'targets',
      50,
      (count) =>
        `version: 1\nactions: {github.issue.create: {targets: [${many(count, (one) => `acme/r${one}`)}]}}\n`,
      'list',
    ],
    ['roles', 20, (count) => rule(`roles: [${many(count, (one) => `role${one}`)}]`), 'list'],
    ['teams', 20, (count) => rule(`teams: [${many(count, (one) => `acme/t${one}`)}]`), 'list'],
    ['users', 50, (count) => rule(`users: [${many(count, (one) => String(one + 1))}]`), 'list'],
    ['mention', 20, (count) => rule(`mention: [${many(count, (one) => `kim${one}`)}]`), 'list'],
    ['count', 20, (count) => rule(`roles: [admin], count: ${count}`), '1 to 20'],
    ['proposals a day', 10_000, (count) => `version: 1\nlimits: {per-day: ${count}}\n`, '1 to 10000'],
    [
      'a person’s a day',
      10_000,
      (count) => `version: 1\nlimits: {per-actor-per-day: ${count}}\n`,
      '1 to 10000',
    ],
    [
      'letters of a reason',
      300,
      (count) => `version: 1\nfrozen: ${'a'.repeat(count)}\n`,
      'a reason in words',
    ],
    ['letters of a rule’s reason', 300, (count) => rule(`reason: ${'a'.repeat(count)}`), 'at most 300'],
    [
      'letters of a ref',
      255,
      (count) => `version: 1\nbundles: {a: {refs: [${'b'.repeat(count)}]}}\n`,
      'a branch such as',
    ],
  ])('%s: %i, and not one more', (_, most, textOf, expected) => {
    expect(faultsOf(textOf(most))).toEqual([]);
    expect(faultsOf(textOf(most + 1))).toEqual([expect.stringContaining(expected)]);
  });

  test.each<[string, readonly string[]]>([
    ['seals', ['oidc', 'hmac', 'app']],
    ['runners', ['github-hosted', 'self-hosted']],
  ])('%s: each kind there is', (key, kinds) => {
    expect(faultsOf(`version: 1\n${key}: [${kinds.join(', ')}]\n`)).toEqual([]);
  });

  test.each(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'none', 'null', 'Off'])(
    'a reason that is only "%s" would read like a switch, and is none',
    (word) => {
      expect(faultsOf(`version: 1\nfrozen: "${word}"\n`)).toHaveLength(1);
      expect(faultsOf(`version: 1\nfrozen: "${word}, since it is audited"\n`)).toEqual([]);
    },
  );

  test('a reason has nothing invisible', () => {
    expect(faultsOf('version: 1\nfrozen: "aud\u202eit"\n')).toHaveLength(1);
  });

  test.each(['5m', '90d', '90m', '24h', '2160h'])('a proposal may wait %s', (time) => {
    expect(faultsOf(`version: 1\nactions: {github.issue.create: {expires: ${time}}}\n`)).toEqual([]);
  });

  test.each(['4m', '91d', '129601m', '2161h', '0h', '1.5h', '1h ', '+1h'])('and not %j', (time) => {
    expect(faultsOf(`version: 1\nactions: {github.issue.create: {expires: "${time}"}}\n`)).toEqual([
      expect.stringContaining('a time from 5m to 90d'),
    ]);
  });
});
