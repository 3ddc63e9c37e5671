/** How one scenario of the suite ended, at one revision of the protocol. */
export interface Outcome {
  readonly scenario: string;
  /** A revision, or `extension` where the scenario belongs to none. */
  readonly revision: string;
  readonly passed: number;
  /** Checks that failed or warned, each once; `none` where nothing was checked, `client` where only the client did. */
  readonly failed: readonly string[];
}

/** Failures that are meant, with why: a scenario as a whole, or `scenario:check`. */
export interface Expectation {
  readonly reason: string;
  readonly fails: readonly string[];
}

/**
 * What is wrong, a line each: a check that fails and is not on the list, and an entry of the list that nothing
 * bears out any more. An entry is judged only where its scenario was run.
 */
export function judge(
  outcomes: readonly Outcome[],
  expected: readonly Expectation[],
  known: readonly string[],
): readonly string[] {
  const entries = expected.flatMap(({ fails }) => fails);
  const listed = new Set(entries);
  const unexpected = outcomes.flatMap(({ scenario, revision, failed }) =>
    failed
      .filter((check) => !listed.has(scenario) && !listed.has(`${scenario}:${check}`))
      .map((check) => `${scenario} at ${revision}: ${check} failed, and the list does not say so`),
  );
  const stale = entries.filter((entry) => {
    const [name = '', check] = entry.split(':');
    if (!known.includes(name)) return true;
    const ran = outcomes.filter(({ scenario }) => scenario === name);
    return (
      ran.length > 0 &&
      !ran.some(({ failed }) => (check === undefined ? failed.length > 0 : failed.includes(check)))
    );
  });
  const twice = entries.filter((entry, index) => entries.indexOf(entry) !== index);
  return [
    ...unexpected,
    ...stale.map((entry) => `${entry}: is on the list and does not fail`),
    ...twice.map((entry) => `${entry}: is on the list twice`),
    ...expected
      .filter(({ reason }) => reason.length < 20)
      .map(({ fails }) => `${fails.join(', ')}: no reason in words`),
  ];
}
