import type { Finding, Measure } from './measure.ts';

/** Which measures are run, and which of their findings are told. */
export interface Selection {
  readonly measures: readonly Measure[];
  readonly tells: (finding: Pick<Finding, 'name'>) => boolean;
}

/**
 * Those that a word names: a measure's whole name, or its beginning up to a dot (`canonical`,
 * `canonical.small`). No word: all. A word that fits nothing throws, and says what there is: a benchmark
 * that ran nothing would look as if everything held.
 */
export function select(measures: readonly Measure[], words: readonly string[]): Selection {
  const names = measures.flatMap((measure) => measure.names);
  const unknown = words.filter((word) => !names.some((name) => fits(name, word)));
  if (unknown.length > 0)
    throw new RangeError(`no measure is named ${unknown.join(', ')}; there are ${names.join(', ')}`);
  const told = (name: string): boolean => words.length === 0 || words.some((word) => fits(name, word));
  return {
    measures: measures.filter((measure) => measure.names.some(told)),
    tells: ({ name }) => told(name),
  };
}

function fits(name: string, word: string): boolean {
  return name === word || name.startsWith(`${word}.`);
}
