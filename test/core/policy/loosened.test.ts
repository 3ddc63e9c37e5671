import { describe, expect, test } from 'vitest';
import { loosened } from '../../../lib/core/policy/loosened.ts';
import { policyOf } from './files.ts';

const strict = `version: 1
frozen: audit week
seals: [oidc]
environments: [production]
bundles: {triage: {refs: [main]}}
actions: {github.issue.create: {expires: 2h, risk: medium, rule: two}}
rules: {two: {teams: [acme/sre], count: 2}}
limits: {per-day: 5, per-actor-per-day: 2}
`;

function between(before: string, after: string): readonly string[] {
  return loosened(policyOf(before), policyOf(after));
}

describe('a policy beside the one before it', () => {
  test('is as strict where nothing changed, or only for the stricter', () => {
    expect(between(strict, strict)).toEqual([]);
    expect(between('version: 1', strict.replace('teams: [acme/sre]', 'roles: [admin]'))).toEqual([]);
    expect(between('version: 1', 'version: 1\nactions: {github.issue.create: {}}')).toEqual([]);
  });

  test('is looser in everything that was taken away', () => {
    expect(between(strict, 'version: 1')).toEqual([
      'frozen: no longer',
      'bundles: any, before only some',
      'environments: any and none, before only some',
      'limits: per-day is gone',
      'limits: per-actor-per-day is gone',
      'seals: before only what it allowed: oidc',
      'actions.github.issue.comment: before an action type that it allowed',
      'actions.github.issue.create.risk: before medium or more',
      'actions.github.issue.create.expires: before at most 2 hours',
      'actions.github.issue.label: before an action type that it allowed',
      'actions.github.issue.create.rule: before a rule as strict as two (roles: none; count: at least 2)',
    ]);
  });

  test('is looser that lists what nobody can undo, which no policy allows by itself', () => {
    expect(between('version: 1', 'version: 1\nactions: {github.pull.merge: {}}')).toEqual([
      'actions.github.pull.merge: before an action type that it allowed',
    ]);
  });

  test('is looser that lets another repository decide', () => {
    const accepts = 'version: 1\naccepts: {acme/control: 812}';
    expect(between('version: 1', accepts)).toEqual([
      'accepts.acme/control: before a repository that it allowed, by name and id',
    ]);
    expect(between(accepts, 'version: 1')).toEqual([]);
  });

  test('is looser that lets a proposal wait without end, and is not looser for going on so', () => {
    const endless = strict.replace('2h', 'never');
    expect(between(strict, endless)).toEqual(['actions.github.issue.create.expires: before at most 2 hours']);
    expect(between(endless, endless)).toEqual([]);
  });

  test('is looser by one key', () => {
    expect(between(strict, strict.replace('count: 2', 'count: 1'))).toEqual([
      'rules.two.count: before at least 2',
    ]);
  });
});
