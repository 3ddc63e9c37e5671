import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judge, type Expectation } from './conformance/judge.ts';
import { listPairs, performPairs } from './conformance/suite.ts';

// Runs the official conformance suite's client scenarios against our own evidence client, at every revision
// that each is for. What fails has to be on the list beside its test, with a reason, and nothing else may be.
// Words after the command are beginnings of scenarios' names. Exit code 1: something differs from the list.

const root = resolve(import.meta.dirname, '..');
const list = 'test/conformance/expected-failures.json';
const expected: readonly Expectation[] = JSON.parse(readFileSync(join(root, list), 'utf8'));
const wanted = process.argv.slice(2);

const all = await listPairs(root);
const pairs = all.filter(
  ({ scenario }) => wanted.length === 0 || wanted.some((beginning) => scenario.startsWith(beginning)),
);
const outcomes = await performPairs(root, pairs, ({ scenario, revision, passed, failed }) =>
  console.log(
    `${failed.length === 0 ? 'passed' : 'failed'}  ${scenario} ${revision}: ${passed} passed${failed.length === 0 ? '' : `, not ${failed.join(', ')}`}`,
  ),
);
const faults = judge(
  outcomes,
  expected,
  all.map(({ scenario }) => scenario),
);
for (const fault of faults) console.log(`DIFFERS  ${fault}`);
const whole = outcomes.filter(({ failed }) => failed.length === 0).length;
console.log(`${whole} of ${outcomes.length} passed; ${faults.length} differ from ${list}`);
process.exitCode = faults.length > 0 || outcomes.length === 0 ? 1 : 0;
