import { describe, expect, test } from 'vitest';
import type { Shape } from '../../../lib/core/json/shape.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';
import * as grammar from '../../../lib/core/proposal/grammar.ts';

const takes = (shape: Shape<unknown>, value: JsonValue): boolean => shape(value, 'at').ok;
const workflow = 'acme/payments/.github/workflows/countersign.yml';

describe('is taken', () => {
  test.each<readonly [string, Shape<unknown>, readonly JsonValue[]]>([
    ['an id', grammar.id, ['1', '41898282', '18446744073709551615']],
    ['a commit', grammar.sha, ['c0ffee'.padEnd(40, '0'), 'a'.repeat(64)]],
    ['an instant', grammar.instant, ['2026-12-01T14:10:00Z', '2026-12-01T14:10:00.123Z']],
    ['a repository', grammar.fullName, ['acme/payments', 'a/.github', 'octo_corp/x.y-z', 'a/...']],
    ['a login', grammar.login, ['octo-dana', 'Dana_corp', '0']],
    ['a team', grammar.team, ['acme/sre', 'acme/a.b']],
    ['a bundle id', grammar.bundleId, ['incident-response', '0', 'a'.repeat(64), 'con']],
    ['a version', grammar.version, ['1.0.0', '2', '1.0.0-rc.1+5']],
    ['a name', grammar.name, ['service-status', 'read_text_file', 'a/b.c', '_x', 'a'.repeat(128)]],
    [
      'a workflow',
      grammar.workflowRef,
      [
        `${workflow}@refs/heads/main`,
        `${workflow}@refs/tags/v1@2`,
        `${workflow}@refs/pull/12/merge`,
        `${workflow}@refs/heads/fix/größe`,
        'a/b/.github/workflows/x.yaml@refs/heads/a',
      ],
    ],
    ['a line', grammar.line('a line', 5), ['hello', 'a b', '日本']],
    ['a list', grammar.distinct(grammar.id, 2), [[], ['1'], ['1', '2']]],
  ])('%s', (_, shape, values) => {
    for (const value of values) expect([value, takes(shape, value)]).toEqual([value, true]);
  });
});

describe('is refused', () => {
  test.each<readonly [string, Shape<unknown>, readonly JsonValue[]]>([
    ['CA-05: an id', grammar.id, ['', '0', '01', '-1', '1e3', '1 ', '１', '1'.repeat(21), 41898282, null]],
    ['a digest', grammar.digest, ['a'.repeat(63), 'A'.repeat(64), `sha256:${'a'.repeat(64)}`]],
    ['a commit', grammar.sha, ['c0ffee', 'A'.repeat(40), 'a'.repeat(41), `${'a'.repeat(40)}\n`]],
    ['an instant', grammar.instant, ['2026-02-30T00:00:00Z', '2026-12-01', '2026-12-01T14:10:00+01:00']],
    [
      'FS-01: a repository',
      grammar.fullName,
      [
        'acme',
        'acme/',
        '/x',
        'a/b/c',
        'a/.',
        'a/..',
        '-a/b',
        'a/b c',
        'a/b\n',
        'ａ/b',
        `a/${'b'.repeat(101)}`,
      ],
    ],
    [
      'EV-29: a login',
      grammar.login,
      ['@dana', 'octo dana', 'octo-dana\n', 'dana[bot]', 'а', 'a'.repeat(40)],
    ],
    ['a team', grammar.team, ['sre', '@acme/sre', 'acme/sre/x', 'acme/']],
    [
      'FS-01: a bundle id',
      grammar.bundleId,
      ['../x', '..\\x', '/etc/x', 'a/../../b', '.', '', 'CON', 'a\0b', 'a'.repeat(65), '%2e%2e', 'é'],
    ],
    ['a version', grammar.version, ['', '-1', '1 0', `1${'.0'.repeat(40)}`]],
    ['PO-13: a name', grammar.name, ['', 'a b', 'ѕtatus', '.hidden', 'a'.repeat(129), '<b>']],
    [
      'a workflow',
      grammar.workflowRef,
      [
        workflow,
        `@refs/heads/main`,
        `${workflow}@main`,
        `${workflow}@refs/heads/`,
        `${workflow}@refs/heads/a b`,
        `${workflow}@refs/heads/a..b`,
        `${workflow}@refs/heads/a\u202eb`,
        `${workflow}@refs/notes/a`,
        `${workflow}@refs/heads/${'a'.repeat(300)}`,
        'acme/payments/workflows/x.yml@refs/heads/main',
        'acme/payments/.github/workflows/../x.yml@refs/heads/main',
        'acme/payments/.github/workflows/x.sh@refs/heads/main',
        'acme/../.github/workflows/x.yml@refs/heads/main',
      ],
    ],
    [
      'EV-10, EV-11: a line',
      grammar.line('a line', 5),
      ['', ' ', ' a', 'a ', 'a\nb', 'a\tb', 'a\u200bb', 'a\u202eb', 'a\u0000', '123456', 1],
    ],
    ['a list', grammar.distinct(grammar.id, 2), [['1', '1'], ['1', '2', '3'], ['x'], '1']],
  ])('%s', (_, shape, values) => {
    for (const value of values) expect([value, takes(shape, value)]).toEqual([value, false]);
  });
});

test('DO-02: no grammar takes more than one pass over 64 kB', () => {
  const started = performance.now();
  const shapes = [grammar.fullName, grammar.workflowRef, grammar.team, grammar.login, grammar.name];
  for (const shape of shapes) {
    for (const part of ['a', 'a/', 'a.', '@', '-', './', 'refs/heads/']) {
      takes(shape, part.repeat(64_000 / part.length));
    }
  }
  // A hang guard.
  expect(performance.now() - started).toBeLessThan(1000);
});
