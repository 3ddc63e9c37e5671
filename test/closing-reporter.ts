import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints the closing line `N passed, N failed, N skipped`, which continuous integration reads.
 * A file that did not load counts as one failure, so that it can never look like an empty success.
 *
 * @public vitest loads it by path.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      if (tests.length === 0 && module.state() === 'failed') count.failed += 1;
      for (const { state } of tests.map((test) => test.result())) {
        count[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
      }
    }
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
