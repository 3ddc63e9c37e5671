/** The names that are wanted and not given. */
export function missing(wanted: Iterable<string>, given: Iterable<string>): readonly string[] {
  const there = new Set(given);
  return [...wanted].filter((name) => !there.has(name));
}
