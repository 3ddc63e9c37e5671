/** The official conformance suite judges our evidence client; `npm run conformance` runs all of it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge, type Expectation, type Outcome } from '../../tools/conformance/judge.ts';
import { listPairs, performPairs } from '../../tools/conformance/suite.ts';

const root = process.cwd();
const expected: readonly Expectation[] = JSON.parse(
  readFileSync('test/conformance/expected-failures.json', 'utf8'),
);

/** Only in the whole: OAuth of any kind and skills, which the client has none of, and what a busy machine makes late. */
const left = ['auth/', 'sep-2640-', 'sse-retry'];

describe('the official MCP conformance suite', () => {
  it('finds nothing in our client that the list does not tell', async () => {
    const all = await listPairs(root);
    const pairs = all.filter(({ scenario }) => !left.some((beginning) => scenario.startsWith(beginning)));
    const outcomes = await performPairs(root, pairs, () => undefined);
    expect(
      judge(
        outcomes,
        expected,
        all.map(({ scenario }) => scenario),
      ),
    ).toEqual([]);
    const passed = new Set(
      outcomes.filter(({ failed }) => failed.length === 0).map(({ scenario }) => scenario),
    );
    expect([...passed].toSorted()).toEqual([
      'http-custom-headers',
      'http-invalid-tool-headers',
      'http-standard-headers',
      'initialize',
      'json-schema-2020-12-preservation',
      'json-schema-ref-no-deref',
      'request-metadata',
      'tools_call',
    ]);
  }, 240_000);
});

describe('the list of expected failures', () => {
  const outcome: Outcome = { scenario: 'look', revision: '2026-07-28', passed: 1, failed: [] };
  const listed = (...fails: readonly string[]): readonly Expectation[] => [
    { reason: 'Nobody needs this on a runner.', fails },
  ];

  it.each<readonly [string, readonly Outcome[], readonly Expectation[], readonly string[]]>([
    ['a pass needs no entry', [outcome], [], []],
    ['a scenario that is listed may fail', [{ ...outcome, failed: ['a', 'b'] }], listed('look'), []],
    [
      'a check that is listed may fail, and no other one',
      [{ ...outcome, failed: ['a', 'b'] }],
      listed('look:a'),
      ['look at 2026-07-28: b failed, and the list does not say so'],
    ],
    [
      'an entry that fails no more is stale',
      [outcome],
      listed('look'),
      ['look: is on the list and does not fail'],
    ],
    [
      'an entry of a check that fails no more is stale',
      [{ ...outcome, failed: ['a'] }],
      listed('look:a', 'look:b'),
      ['look:b: is on the list and does not fail'],
    ],
    [
      'an entry of a scenario that is gone is stale',
      [],
      listed('gone'),
      ['gone: is on the list and does not fail'],
    ],
    ['an entry of a scenario that was not run is not judged', [], listed('look'), []],
    [
      'one revision that fails bears the entry out',
      [outcome, { ...outcome, failed: ['a'] }],
      listed('look'),
      [],
    ],
    [
      'an entry twice is one too many',
      [{ ...outcome, failed: ['a'] }],
      listed('look', 'look'),
      ['look: is on the list twice'],
    ],
    [
      'a reason is needed',
      [{ ...outcome, failed: ['a'] }],
      [{ reason: 'todo', fails: ['look'] }],
      ['look: no reason in words'],
    ],
  ])('%s', (_, outcomes, expectations, faults) => {
    expect(judge(outcomes, expectations, ['look'])).toEqual(faults);
  });
});
