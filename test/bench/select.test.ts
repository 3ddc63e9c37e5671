import { describe, expect, it } from 'vitest';
import { measures } from '../../bench/measure/list.ts';
import type { Measure } from '../../bench/measure.ts';
import { select } from '../../bench/select.ts';

const run: Measure['run'] = async () => ({ load: '', rows: [], findings: [] });
const some: readonly Measure[] = [
  { names: ['canonical.small.vsStringify', 'canonical.small.vsCanonicalize'], run },
  { names: ['canonical.large.vsStringify'], run },
  { names: ['requests.total', 'requests.creating'], run },
];

function told(words: readonly string[]): readonly string[] {
  const { measures: chosen, tells } = select(some, words);
  return chosen.flatMap(({ names }) => names.filter((name) => tells({ name })));
}

describe('words choose measures', () => {
  it('by a beginning up to a dot, or by the whole name', () => {
    expect(told(['canonical'])).toEqual([
      'canonical.small.vsStringify',
      'canonical.small.vsCanonicalize',
      'canonical.large.vsStringify',
    ]);
    expect(told(['canonical.large', 'requests.creating'])).toEqual([
      'canonical.large.vsStringify',
      'requests.creating',
    ]);
  });

  it('no word chooses all', () => {
    expect(told([])).toEqual(some.flatMap(({ names }) => names));
  });

  it.each(['canon', 'canonical.', 'total', ''])(
    '%j fits nothing and is refused with what there is',
    (word) => {
      expect(() => select(some, ['requests', word])).toThrow(/no measure is named .*requests\.creating/s);
    },
  );
});

describe('the list of measures', () => {
  it('names every finding once', () => {
    const names = measures.flatMap((measure) => measure.names);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
  });
});
